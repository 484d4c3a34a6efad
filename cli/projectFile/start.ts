// What a repository is made with, and the files to begin with.

type Manifest = { dependencies?: object; devDependencies?: object };
/** `address`: where its development server listens. */
export type Framework = { name: string; address: string };

/** The first that fits: those that are built on others come before them. */
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

/** A project's slug, of the name of a package or folder. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "site";

const CI_MARKS = [
  ["github", ".github"],
  ["gitlab", ".gitlab-ci.yml"],
  ["circleci", ".circleci"],
  ["jenkins", "Jenkinsfile"],
  ["azure", "azure-pipelines.yml"],
] as const;
export type Ci = (typeof CI_MARKS)[number][0];

/** `there`: whether the repository has a file or folder. */
export async function ciOf(there: (name: string) => Promise<boolean>): Promise<Ci | null> {
  for (const [ci, mark] of CI_MARKS) if (await there(mark)) return ci;
  return null;
}

export function startFile({ slug, baseUrl }: { slug: string; baseUrl: string }, schema: string): string {
  return `# yaml-language-server: $schema=${schema}
version: 1
project:
  slug: ${slug}
environments:
  - slug: production
    name: Production
    baseUrl: ${new URL(baseUrl).href.replace(/\/+$/, "")}
scenarios:
  - label: Home
    url: /
`;
}

const COMMAND = "npx --yes plumbline-cli run visual a11y --wait";

const JOBS: Partial<Record<Ci, { file: string; text: string }>> = {
  github: {
    file: ".github/workflows/plumbline.yml",
    text: `name: Plumbline
on:
  pull_request:
  push:
    branches: [main]
permissions:
  contents: read
  pull-requests: write
jobs:
  quality:
    runs-on: ubuntu-latest
    env:
      SVC_URL: \${{ vars.SVC_URL }}
      SVC_API_KEY: \${{ secrets.SVC_API_KEY }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: ${COMMAND} --github --junit junit.xml
`,
  },
  gitlab: {
    file: ".gitlab-ci.yml",
    text: `plumbline:
  image: node:22
  script:
    - ${COMMAND} --junit junit.xml --gitlab gl-code-quality.json
  artifacts:
    when: always
    reports:
      junit: junit.xml
      codequality: gl-code-quality.json
`,
  },
};

/** The job of a CI; of one that is not known GitHub's, null where there is none. */
export const workflowOf = (ci: Ci | null): { file: string; text: string } | null => JOBS[ci ?? "github"] ?? null;
