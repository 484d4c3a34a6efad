// Checks every document: it is short, its links resolve, and the commands that it shows exist.
import { access, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { DASHBOARD_PICTURES } from "../../temporal-dev/screens/dashboard.ts";
import { PICTURES } from "../../temporal-dev/screens/pictures.ts";
import { filesOf, SESSIONS } from "../../temporal-dev/terminal/sessions.ts";
import { type Document, documentOf, ROOT, readDocuments } from "../support/documents.ts";

const BOUNDS: readonly [test: RegExp, bytes: number][] = [
  [/^(README|ARCHITECTURE)\.md$/, 12_000],
  [/^docs\/decisions\/\d/, 4_000],
  [/^docs\/|\/README\.md$/, 15_000],
];

describe("the documents", () => {
  let documents: Document[];
  before(async () => {
    documents = await readDocuments();
  });

  it("are short: README and ARCHITECTURE under 12 KB, a decision under 4 KB, other pages under 15 KB", () => {
    const long = documents.filter(({ file, text }) => {
      const [, bound] = BOUNDS.find(([test]) => test.test(file)) ?? [];
      return bound !== undefined && Buffer.byteLength(text) >= bound;
    });
    expect(long.map(({ file, text }) => `${file}: ${Buffer.byteLength(text)} bytes`)).to.deep.equal([]);
  });

  it("link only to what is there", async () => {
    const broken = await Promise.all(documents.map((document) => brokenLinks(document, documents)));
    expect(broken.flat()).to.deep.equal([]);
  });

  it("are all reached from README.md", () => {
    const reached = new Set(["README.md"]);
    for (const file of reached)
      for (const link of documents.find((one) => one.file === file)?.links ?? [])
        if (isLocal(link)) reached.add(targetOf(file, link).file);
    expect(documents.map(({ file }) => file).filter((file) => !reached.has(file))).to.deep.equal([]);
  });

  it("show every picture of docs/screens, and each is a row of the tables that take them", async () => {
    const pictures = [...PICTURES, ...DASHBOARD_PICTURES].map(({ file }) => file);
    const taken = [...pictures, ...SESSIONS.flatMap(filesOf)].sort();
    expect((await readdir(path.join(ROOT, "docs/screens"))).sort()).to.deep.equal(taken);
    const text = documents.map((document) => document.text).join("\n");
    expect(taken.filter((file) => !text.includes(`screens/${file}`))).to.deep.equal([]);
  });

  it("name every npm script, and none that is not there", async () => {
    const { scripts } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const text = documents.map((document) => document.text).join("\n");
    // In quotes it is a script of the site under test.
    const named = new Set([...text.matchAll(/(?<!["'])npm run (?:-s )?([a-z][a-z:]*)/g)].map(([, name = ""]) => name));
    expect([...named].filter((name) => !(name in scripts))).to.deep.equal([]);
    const untold = Object.keys(scripts).filter(
      (name) => !name.startsWith("pre") && !named.has(name) && !text.includes(`npm ${name}`),
    );
    expect(untold).to.deep.equal([]);
  });
});

describe("reading a document", () => {
  const document = documentOf(
    "docs/a.md",
    '# A page\n\n## Your own `npm` site!\n## Same\n## Same\n[x](b.md#y) `[no](link)`\n```json a.json\n{"b": "[c](d)"}\n```\n',
  );

  it("finds anchors as GitHub makes them", () => {
    expect([...document.anchors]).to.deep.equal(["a-page", "your-own-npm-site", "same", "same-1"]);
  });

  it("finds links outside code", () => {
    expect(document.links).to.deep.equal(["b.md#y"]);
  });

  it("finds code blocks with language and name", () => {
    expect(document.blocks).to.deep.equal([{ language: "json", name: "a.json", text: '{"b": "[c](d)"}\n' }]);
  });

  it("tells a link that leads nowhere", async () => {
    expect(await brokenLinks(document, [document])).to.deep.equal(["docs/a.md → b.md#y"]);
  });
});

const isLocal = (link: string) => !/^[a-z]+:/.test(link);

function targetOf(from: string, link: string): { file: string; anchor: string | undefined } {
  const [target = "", anchor] = link.split("#");
  return { file: target === "" ? from : path.posix.join(path.posix.dirname(from), target), anchor };
}

async function brokenLinks({ file: from, links }: Document, documents: readonly Document[]): Promise<string[]> {
  const broken = await Promise.all(
    links.filter(isLocal).map(async (link) => {
      const { file, anchor } = targetOf(from, link);
      const target = documents.find((one) => one.file === file);
      if (target) return anchor === undefined || target.anchors.has(anchor) ? [] : [link];
      const there = await access(path.join(ROOT, file)).then(
        () => true,
        () => false,
      );
      return there && anchor === undefined ? [] : [link];
    }),
  );
  return broken.flat().map((link) => `${from} → ${link}`);
}
