import { expect } from "chai";
import { filesBelow, proseOf, stringsOf, type VisibleText } from "../../support/visibleText.ts";
import { BANNED } from "./bannedWords.ts";

const SOURCES = [
  "web/src",
  "cli",
  "mcp",
  "domain",
  "api/coach",
  "api/endpoints",
  "api/lib",
  "api/mcp",
  "api/middleware",
  "api/openapi",
  "api/operations",
  "api/tools",
  "activities",
  "browsers",
  "platform",
  "temporal-dev",
  "workers",
  "workflows",
];
const PROSE = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md", "docs"];

/** Files whose texts are not the product's own sentences. */
const LEFT_OUT: readonly { files: RegExp; reason: string }[] = [
  { files: /^docs\/(api|decisions)\//, reason: "generated from the endpoints; decisions are records of their time" },
  { files: /^cli\/dist\/|\.test\.tsx?$/, reason: "built, or a test" },
  {
    files: /^domain\/functional\/(library|find|create)\//,
    reason: "sentences that people write in features and goals",
  },
  { files: /^domain\/proof\/(conditions|words|match)/, reason: "words of tickets, which people write" },
  { files: /^domain\/pillars\/a11y\/checks\/image-name\.ts$/, reason: "alt texts that pages use" },
  { files: /^domain\/(text|consent)\//, reason: "words of pages" },
  { files: /^temporal-dev\/demo-site\//, reason: "the shop that the demo tests: copy of a made-up site" },
];

/** Sentences that match a pattern but are correct: part of the text, and why. */
const ALLOWED: readonly { text: string; reason: string }[] = [
  { text: "maxMinutes, forms, pictures", reason: "the name of an argument, in the generated table of tools" },
  { text: "a an and any are at be been", reason: "words that a question is compared without" },
  { text: "const reading =", reason: "a script that runs inside the page" },
];

function gathered(): VisibleText[] {
  const kept = (file: string): boolean => !LEFT_OUT.some(({ files }) => files.test(file));
  return [
    ...SOURCES.flatMap((folder) => filesBelow(folder, [".ts", ".tsx"]).filter(kept).flatMap(stringsOf)),
    ...PROSE.flatMap((folder) => filesBelow(folder, [".md"]).filter(kept).flatMap(proseOf)),
  ].filter(({ text }) => isSentence(text));
}

/** Whether a text is for people: several words, or one that starts like a label, but not a key, class or pattern. */
const isSentence = (text: string): boolean =>
  /^[A-Z][a-z]+$/.test(text) || (/[A-Za-z]{2,} [A-Za-z(…"]/.test(text) && !/\\b|\(\?/.test(text));

const refused = (texts: readonly VisibleText[]): string[] =>
  texts.flatMap(({ file, line, text }) =>
    BANNED.filter(({ pattern }) => pattern.test(text) && !ALLOWED.some((one) => text.includes(one.text))).map(
      ({ pattern, better }) => `${file}:${line}: "${pattern.exec(text)?.[0]}" → ${better} | ${text.slice(0, 200)}`,
    ),
  );

describe("the words that people see", () => {
  const texts = gathered();

  it("are read from strings, JSX and prose, with their lines", () => {
    expect(texts.length).to.be.above(5_000);
    for (const ending of [".ts", ".tsx", ".md"]) expect(texts.some(({ file }) => file.endsWith(ending))).to.equal(true);
  });

  it("are refused with the better word where the vocabulary has one", () => {
    const [found] = refused([{ file: "web/src/a.tsx", line: 7, text: "No change waits to be judged." }]);
    expect(found).to.match(/^web\/src\/a\.tsx:7: "judged" → review/);
    expect(refused([{ file: "a.ts", line: 1, text: "In order to merge, review 3 screenshots." }])).to.deep.equal([]);
  });

  it("are the vocabulary's", () => {
    expect(refused(texts).join("\n")).to.equal("");
  });

  it("has no exception that nothing needs", () => {
    const idle = ALLOWED.filter(({ text }) => !texts.some((one) => one.text.includes(text)));
    expect(idle.map(({ text }) => text)).to.deep.equal([]);
  });
});
