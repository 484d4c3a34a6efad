// What the documents tell people to install or to run from a registry is ours or a package that we use: a name that is nobody's
// could be anybody's tomorrow.
import { readdir, readFile } from "node:fs/promises";
import { expect } from "chai";
import { BUNDLES } from "../../temporal-dev/clients/bundle.ts";
import { readDocuments } from "../support/documents.ts";

/** The words after `npx` and after `npm install` (`npm i`, `npm add`), up to the end of the command. */
const RUNS = /(?:^|[\s`"'(])npx ((?:-{1,2}\S+ )*)(\S+)/gm;
const INSTALLS = /(?:^|[\s`"'(])npm (?:install|i|add) ([^\n`|&;#]*)/gm;
/** Options of npm whose value is the next word. */
const WITH_VALUE = /(?:--prefix|-C) \S+/g;

/** What a text fetches, as it names it: `playwright`, `$SVC_URL/cli.tgz`. */
function fetchedIn(text: string): string[] {
  const clean = (word: string) => word.replace(/[`"'.,;:)]+$/, "").replace(/^["'`]+/, "");
  const run = [...text.matchAll(RUNS)].map(([, , word = ""]) => clean(word));
  const installed = [...text.matchAll(INSTALLS)].flatMap(([, words = ""]) =>
    words
      .replace(WITH_VALUE, "")
      .split(/\s+/)
      .filter((word) => /^["'$@a-z]/.test(word))
      .map(clean),
  );
  return [...run, ...installed].filter((word) => word !== "");
}

describe("packages that the documents name", () => {
  let known: (word: string) => boolean;
  before(async () => {
    const read = async (file: string) =>
      JSON.parse(await readFile(new URL(`../../${file}`, import.meta.url), "utf8")) as Record<string, object>;
    const { dependencies, devDependencies } = await read("package.json");
    const used = new Set(Object.keys({ ...dependencies, ...devDependencies }));
    const served = new Set(BUNDLES.map(({ file }) => file));
    known = (word) => {
      // A package that an installation serves itself, at its own address.
      const file = /^(?:\$\{?SVC_URL\}?|https:\/\/[\w.-]+)\/([\w.-]+\.tgz)(?:\?.*)?$/.exec(word)?.[1];
      if (file !== undefined) return served.has(file);
      return used.has(word.replace(/(.)@[^/]*$/, "$1"));
    };
  });

  it("are ours, at the installation's address, or packages that this repository uses", async () => {
    const documents = await readDocuments();
    const folder = new URL("../../docs/ci/", import.meta.url);
    for (const name of await readdir(folder))
      documents.push({ file: name, text: await readFile(new URL(name, folder), "utf8"), blocks: [] } as never);
    const named = documents.flatMap(({ file, text }) => fetchedIn(text).map((word) => ({ file, word })));
    expect(
      named.filter(({ word }) => word.endsWith("cli.tgz")),
      "calls of our own",
    ).not.to.be.empty;
    expect(named.filter(({ word }) => !known(word))).to.deep.equal([]);
  });

  for (const line of [
    "npx plumbline run",
    "npx --yes plumbline-cli run",
    "npm install -D plumbline",
    'npx "$SVC_URL/tool.tgz"',
  ])
    it(`would be found: ${line}`, () => {
      const [word = ""] = fetchedIn(line);
      expect(word).not.to.equal("");
      expect(known(word)).to.equal(false);
    });
});
