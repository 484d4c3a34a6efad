// Bundles the two packages that the service serves with all their dependencies, so that installing them needs no registry.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile } from "esbuild";
import { noticesOf } from "./notices.ts";
import type { PackedFile } from "./tarball.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

type Bundle = {
  /** Package folder below the root, with its package.json. */
  folder: string;
  /** File name under which the service serves it. */
  file: string;
  entries: readonly string[];
  /** Module formats, which determine the file extensions. */
  formats: readonly ("esm" | "cjs")[];
  /** Packages that the user's project provides, or that are never loaded here. */
  external: readonly string[];
  /** Additional files of the folder. */
  files: readonly string[];
};

export const BUNDLES: readonly Bundle[] = [
  {
    folder: "cli",
    file: "cli.tgz",
    entries: ["plumbline.ts"],
    formats: ["esm"],
    // The recording parser can also replay and measure recordings, which is not used here.
    external: ["puppeteer", "lighthouse"],
    files: [],
  },
  {
    folder: "cli/playwright",
    file: "playwright.tgz",
    entries: ["index.ts", "reporter.ts"],
    formats: ["esm", "cjs"],
    external: ["playwright", "@playwright/test"],
    files: ["types/index.d.ts", "types/reporter.d.ts"],
  },
];

export type Manifest = {
  name: string;
  version: string;
  description: string;
  scripts?: object;
  engines?: { node?: string };
};
export type Bundled = {
  manifest: Manifest;
  files: PackedFile[];
  /** Source files of the bundle, relative to the root. */
  sources: string[];
};

/** Provides `require` for CommonJS packages in an ES module, for Node's built-in modules. */
const REQUIRE =
  'import { createRequire as plumblineRequire } from "node:module"; const require = plumblineRequire(import.meta.url);';

/** Returns the oldest supported major version of Node from `engines`, such as ">=20". Throws if there is none. */
export function oldestNode({ engines }: Pick<Manifest, "engines">): number {
  const [, major] = /^>=(\d+)/.exec(engines?.node ?? "") ?? [];
  if (major === undefined) throw new Error("The package.json has no engines.node such as >=20.");
  return Number(major);
}

/** Bundles for the Node version that the package declares. Throws the errors of esbuild. */
export async function bundle({ folder, entries, formats, external, files }: Bundle): Promise<Bundled> {
  const read = (name: string) => readFile(path.join(ROOT, folder, name));
  const manifest = JSON.parse(String(await read("package.json"))) as Manifest & { bin?: Record<string, string> };
  const packed: PackedFile[] = [];
  const inputs = new Set<string>();
  for (const format of formats) {
    const built = await build({
      absWorkingDir: ROOT,
      entryPoints: entries.map((entry) => path.join(folder, entry)),
      inject: ["cli/newerNode.mjs"],
      outdir: "dist",
      outExtension: { ".js": format === "cjs" ? ".cjs" : ".js" },
      bundle: true,
      write: false,
      metafile: true,
      splitting: format === "esm",
      format,
      platform: "node",
      target: `node${oldestNode(manifest)}`,
      external: [...external],
      banner: format === "esm" ? { js: REQUIRE } : {},
      minifySyntax: true,
      minifyWhitespace: true,
      legalComments: "none",
      logLevel: "warning",
    });
    for (const { path: at, contents } of built.outputFiles ?? [])
      packed.push({ path: `dist/${path.relative(path.join(ROOT, "dist"), at)}`, bytes: contents });
    for (const input of inputsOf(built.metafile)) inputs.add(input);
  }
  const programs = new Set(Object.values(manifest.bin ?? {}));
  for (const name of files) packed.push({ path: name, bytes: await read(name) });
  const sources = [...inputs].sort();
  return {
    manifest,
    sources: [...sources, ...["package.json", ...files].map((name) => path.join(folder, name))],
    files: [
      ...packed.map((one) => ({ ...one, program: programs.has(one.path) })),
      { path: "package.json", bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
      { path: "LICENSE", bytes: await readFile(path.join(ROOT, "LICENSE")) },
      { path: "NOTICES.txt", bytes: Buffer.from(await noticesOf(ROOT, sources)) },
    ],
  };
}

const inputsOf = (made: Metafile | undefined): string[] =>
  Object.keys(made?.inputs ?? {}).filter((input) => !input.startsWith("("));
