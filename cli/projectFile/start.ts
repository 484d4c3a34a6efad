// Detects what a repository is built with, and writes its first files.
import path from "node:path";
import type { Ci } from "./ciJobs.ts";
import type { Manifest } from "./manifest.ts";

/** `address`: URL of its development server. */
export type Framework = { name: string; address: string };

/** The first match wins, so frameworks come before the tools that they are built on. */
const FRAMEWORKS: readonly [dependency: string, name: string, port: number][] = [
  ["next", "Next.js", 3000],
  ["nuxt", "Nuxt", 3000],
  ["@remix-run/dev", "Remix", 3000],
  ["gatsby", "Gatsby", 8000],
  ["astro", "Astro", 4321],
  ["@sveltejs/kit", "SvelteKit", 5173],
  ["@angular/core", "Angular", 4200],
  ["@11ty/eleventy", "Eleventy", 8080],
  ["@docusaurus/core", "Docusaurus", 3000],
  ["vitepress", "VitePress", 5173],
  ["react-scripts", "Create React App", 3000],
  ["@vue/cli-service", "Vue CLI", 8080],
  ["vite", "Vite", 5173],
];

export function frameworkOf({ dependencies = {}, devDependencies = {} }: Manifest): Framework | null {
  const found = FRAMEWORKS.find(([name]) => name in dependencies || name in devDependencies);
  return found ? { name: found[1], address: `http://localhost:${found[2]}` } : null;
}

/** Derives a project's slug from the name of a package or folder. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "site";

/** Returns the default slug: from the package's name, otherwise the folder's. */
export const projectSlug = ({ name }: Manifest, cwd: string): string =>
  slugOf(typeof name === "string" && name !== "" ? name : path.basename(path.resolve(cwd)));

const CI_MARKS = [
  ["github", ".github"],
  ["gitlab", ".gitlab-ci.yml"],
  ["circleci", ".circleci"],
  ["jenkins", "Jenkinsfile"],
  ["azure", "azure-pipelines.yml"],
] as const satisfies readonly (readonly [Ci, string])[];

/** `there`: whether the repository has a file or folder. */
export async function ciOf(there: (name: string) => Promise<boolean>): Promise<Ci | null> {
  for (const [ci, mark] of CI_MARKS) if (await there(mark)) return ci;
  return null;
}

type Start = { slug: string; baseUrl: string; mainBranch: string };

export async function startFile({ slug, baseUrl, mainBranch }: Start, schema: string): Promise<string> {
  const { stringify } = await import("./yaml.ts");
  // A folder may be named 2024, which YAML reads as a number.
  const text = (value: string) => stringify(value, { lineWidth: 0 }).trimEnd();
  return `# yaml-language-server: $schema=${schema}
version: 1
project:
  slug: ${text(slug)}
${mainBranch === "main" ? "" : `  mainBranch: ${text(mainBranch)}\n`}environments:
  - slug: production
    name: Production
    baseUrl: ${text(baseUrl)}
scenarios:
  - label: Home
    url: /
settings:
  visual:
    # On the main branch only people change baselines, or the merge of an approved pull request.
    protectMain: true
`;
}
