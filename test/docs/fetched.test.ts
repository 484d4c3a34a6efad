// No instruction downloads a name that somebody else could register, because whoever follows it would run their code.

import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { ROOT } from "../support/documents.ts";

/** What people read and copy, and the code that writes such text. */
const READ = /\.(?:md|ya?ml|tsx?|mjs|html)$|(?:^|\/)Jenkinsfile/;

/** Packages that instructions name in addition to those of package.json: well-known ones, of the site under test. */
const PUBLIC = new Set(
  "playwright @playwright/test vite next nuxt gatsby astro vitepress serve @11ty/eleventy @angular/cli @docusaurus/core @remix-run/serve".split(
    " ",
  ),
);

/** Programs whose package has another name, as in `npx tsc`. */
const PROGRAMS: Record<string, string> = {
  tsc: "typescript",
  biome: "@biomejs/biome",
  ng: "@angular/cli",
  docusaurus: "@docusaurus/core",
  "remix-serve": "@remix-run/serve",
};

/** Files that contain such text as test patterns. */
const PATTERNS = ["test/docs/fetched.test.ts", "test/support/documentedCommands.ts"];

/** Programs that download packages, the words that follow them, and a name for each remaining word that is not an option. */
const FETCHES = [
  /\b(?:npx|bunx|pnpx|npm exec|pnpm dlx|pnpm exec|yarn dlx)((?: +-{1,2}[\w-]+(?:=\S+)?)*) +(["'`]?[^\s-]\S*)/g,
  /\b(?:npm (?:install|i|add)|pnpm (?:add|install|i)|yarn (?:global )?add|bun add)((?: +[^\s|&;#)`]+)+)/g,
];

/** Returns the packages that a text tells people to download. */
function fetchedBy(text: string): string[] {
  const [run = /$^/g, install = /$^/g] = FETCHES;
  const programs = [...text.matchAll(run)].map(([, , name = ""]) => name);
  const installed = [...text.matchAll(install)].flatMap(([, words = ""]) => words.trim().split(/ +/));
  return [...programs, ...installed].map(bare).filter((word) => word !== "" && !word.startsWith("-"));
}

/** Removes quotes, escapes, punctuation and the version. */
const bare = (word: string): string => {
  const plain = word.replace(/\\/g, "").replace(/^["'`(]+|["'`),.;:]+$/g, "");
  return /^@?[a-z][\w./-]*@[\w.^~]+$/.test(plain) ? plain.replace(/@[^@]*$/, "") : plain;
};

const OURS =
  /^(?:"?(?:\$SVC_URL|\$\{service\}|\$\{world\.client\.base\}|https:\/\/plumbline\.example\.com))\/(?:cli|playwright)\.tgz(?:\?[\w.]+)?$/;

describe("what instructions fetch", () => {
  let allowed: (name: string) => boolean;
  before(async () => {
    const manifest = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8")) as Record<string, object>;
    const used = ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) =>
      Object.keys(manifest[kind] ?? {}),
    );
    const known = new Set([...used, ...PUBLIC]);
    allowed = (name) => known.has(PROGRAMS[name] ?? name) || OURS.test(name);
  });

  it("is handed out by the service, or is a package that this repository uses", async () => {
    const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT })
      .toString()
      .split("\n")
      .filter((file) => READ.test(file) && !PATTERNS.includes(file));
    expect(files.length).to.be.greaterThan(1_000);
    const wrong: string[] = [];
    for (const file of files) {
      const text = await readFile(path.join(ROOT, file), "utf8").catch(() => "");
      for (const name of fetchedBy(text)) if (!allowed(name)) wrong.push(`${file}: ${name}`);
    }
    expect(wrong).to.deep.equal([]);
  });

  for (const [text, name] of [
    ["npx --yes plumbline-cli run visual", "plumbline-cli"],
    ["command={`npx plumbline run visual`}", "plumbline"],
    ["npm install --save-dev plumbline-playwright@0.1.0", "plumbline-playwright"],
    ["- run: pnpm dlx plumbline-cli run", "plumbline-cli"],
    ["Run `yarn add plumbline-playwright`.", "plumbline-playwright"],
    ["npm i -D playwright plumbline-playwright", "plumbline-playwright"],
    ['npx --yes "https://elsewhere.example/cli.tgz" run', "https://elsewhere.example/cli.tgz"],
  ] as const)
    it(`would be found: ${text}`, () => {
      expect(fetchedBy(text).filter((one) => !allowed(one))).to.deep.equal([name]);
    });

  for (const text of [
    'npx --yes "$SVC_URL/cli.tgz" run visual',
    "- run: 'npx --yes \"$SVC_URL/cli.tgz\" run visual'",
    'npm install --save-dev "$SVC_URL/playwright.tgz"',
    "run `npx playwright install chromium`",
  ])
    it(`is ours: ${text}`, () => {
      expect(fetchedBy(text).filter((one) => !allowed(one))).to.deep.equal([]);
    });
});
