// How a repository serves its built site, and where: what a CI job starts and waits for.
import type { Manifest } from "./manifest.ts";

/** Returns the text of a file in the repository; null if there is none. */
export type ReadText = (name: string) => Promise<string | null>;
/** `install`: commands that build the site. `serve`: command that serves it at `url`. */
export type Preview = { install: readonly string[]; serve: string; url: string };

type Row = {
  /** A dependency, or a file, that only such a site has. */
  mark: string;
  /** Scripts that serve the built site, the usual one first. */
  scripts: readonly string[];
  /** Command used if there is no such script. */
  command: string;
  port: number;
  /** Files that may set a different port, and the section that does so. */
  config?: { files: readonly string[]; section: string };
};

const VITE = ["vite.config.ts", "vite.config.js", "vite.config.mjs", "vite.config.mts"];
const ASTRO = ["astro.config.mjs", "astro.config.ts", "astro.config.js"];
/** The first match wins, so frameworks come before the tools that they are built on. */
const ROWS: readonly Row[] = [
  { mark: "next", scripts: ["start"], command: "npx next start", port: 3000 },
  { mark: "nuxt", scripts: ["preview", "start"], command: "npx nuxt preview", port: 3000 },
  { mark: "@remix-run/dev", scripts: ["start"], command: "npx remix-serve build/server/index.js", port: 3000 },
  { mark: "gatsby", scripts: ["serve"], command: "npx gatsby serve", port: 9000 },
  {
    mark: "astro",
    scripts: ["preview"],
    command: "npx astro preview",
    port: 4321,
    config: { files: ASTRO, section: "server" },
  },
  {
    mark: "@sveltejs/kit",
    scripts: ["preview"],
    command: "npx vite preview",
    port: 4173,
    config: { files: VITE, section: "preview" },
  },
  { mark: "@angular/core", scripts: ["start"], command: "npx ng serve", port: 4200 },
  { mark: "@11ty/eleventy", scripts: ["serve", "start"], command: "npx @11ty/eleventy --serve", port: 8080 },
  { mark: "@docusaurus/core", scripts: ["serve"], command: "npx docusaurus serve", port: 3000 },
  { mark: "vitepress", scripts: ["docs:preview", "preview"], command: "npx vitepress preview", port: 4173 },
  { mark: "react-scripts", scripts: [], command: "npx --yes serve build", port: 3000 },
  { mark: "@vue/cli-service", scripts: [], command: "npx --yes serve dist", port: 3000 },
  {
    mark: "vite",
    scripts: ["preview"],
    command: "npx vite preview",
    port: 4173,
    config: { files: VITE, section: "preview" },
  },
  { mark: "hugo.toml", scripts: [], command: "hugo server", port: 1313 },
  { mark: "hugo.yaml", scripts: [], command: "hugo server", port: 1313 },
  { mark: "_config.yml", scripts: [], command: "bundle exec jekyll serve", port: 4000 },
];

/** Used if nothing is known about the site: Vite's defaults, because most current tools are built on it. */
export const USUAL_PREVIEW: Preview = {
  install: ["npm ci", "npm run build"],
  serve: "npm run preview",
  url: "http://localhost:4173",
};

/** `manifest`: package.json; null if there is none. A port named by a script or a configuration takes precedence over the tool's default. */
export async function previewOf(manifest: Manifest | null, read: ReadText): Promise<Preview> {
  const { dependencies = {}, devDependencies = {}, scripts = {} } = manifest ?? {};
  const isScript = (name: string): boolean => typeof scripts[name] === "string";
  const build = isScript("build") ? ["npm run build"] : [];
  const install = manifest === null ? [] : [await installOf(read), ...build];
  for (const row of ROWS) {
    const isThere = row.mark in dependencies || row.mark in devDependencies || (await isFile(row.mark, read));
    if (!isThere) continue;
    const script = row.scripts.find(isScript);
    const named = script === undefined ? null : portOfCommand(String(scripts[script]));
    const port = named ?? (await portOfConfig(row, read)) ?? row.port;
    const serve = script === undefined ? row.command : commandOf(script);
    return { install, serve, url: `http://localhost:${port}` };
  }
  if (manifest === null) return USUAL_PREVIEW;
  const script = ["preview", "serve", "start"].find(isScript);
  if (script === undefined) return { ...USUAL_PREVIEW, install };
  const port = portOfCommand(String(scripts[script])) ?? (script === "preview" ? 4173 : 3000);
  return { install, serve: commandOf(script), url: `http://localhost:${port}` };
}

/** Lock files with the command that installs exactly what they list. `npm ci` refuses a folder without a lock file of npm. */
const INSTALLS: readonly [lock: string, command: string][] = [
  ["pnpm-lock.yaml", "corepack pnpm install --frozen-lockfile"],
  ["yarn.lock", "corepack yarn install --frozen-lockfile"],
  ["package-lock.json", "npm ci"],
  ["npm-shrinkwrap.json", "npm ci"],
];

async function installOf(read: ReadText): Promise<string> {
  for (const [lock, command] of INSTALLS) if ((await read(lock)) !== null) return command;
  return "npm install";
}

const commandOf = (script: string): string => (script === "start" ? "npm start" : `npm run ${script}`);

const isFile = async (mark: string, read: ReadText): Promise<boolean> =>
  /\.(toml|ya?ml)$/.test(mark) && (await read(mark)) !== null;

/** Matches the ways in which tools take a port: `--port 4000`, `-p 4000`, `PORT=4000`. */
const portOfCommand = (command: string): number | null => numberIn(command, /(?:--port[= ]|-p[= ]|\bPORT=)(\d{2,5})\b/);

async function portOfConfig({ config }: Row, read: ReadText): Promise<number | null> {
  for (const name of config?.files ?? []) {
    const text = await read(name);
    if (text === null) continue;
    return numberIn(text, new RegExp(`\\b${config?.section}\\s*:\\s*\\{[^{}]*?\\bport\\s*:\\s*(\\d{2,5})\\b`));
  }
  return null;
}

function numberIn(text: string, pattern: RegExp): number | null {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}
