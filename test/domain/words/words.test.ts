// The words shared by all interfaces come from the declarations, and no interface has its own list.
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { SITE_PAGES } from "../../../domain/audit/sitePages.ts";
import { GATE_VERDICTS } from "../../../domain/health/gateTypes.ts";
import type { PillarDeclaration } from "../../../domain/pillars/declaration.ts";
import { namesOf, runsOf } from "../../../domain/pillars/derive.ts";
import { DECLARED_PILLARS } from "../../../domain/pillars/index.ts";
import { FULL_AUDIT } from "../../../domain/runTypes.ts";
import { PILLAR_WORDS } from "../../../domain/words/pillars.ts";
import { RUN_WORDS, type RunWords } from "../../../domain/words/runs.ts";
import { STATUS_OF_GATE, STATUS_WORDS } from "../../../domain/words/statuses.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const RUNS = Object.values<RunWords>(RUN_WORDS);

describe("the words of pillars and runs", () => {
  it("are those of the declarations, no more and no fewer, in their order", () => {
    expect(Object.keys(PILLAR_WORDS)).to.deep.equal([...namesOf(DECLARED_PILLARS)]);
    for (const [name, words] of Object.entries(PILLAR_WORDS)) expect(words.name).to.equal(name);
    const types = runsOf(DECLARED_PILLARS).map(({ type }) => type);
    expect(Object.keys(RUN_WORDS)).to.have.members([...types, FULL_AUDIT]);
    for (const [type, words] of Object.entries(RUN_WORDS)) expect(words.type).to.equal(type);
    for (const { name, runs } of DECLARED_PILLARS)
      expect(
        runs.map(({ pillar }) => pillar),
        name,
      ).to.deep.equal(runs.map(() => name));
  });

  it("say what the declarations say in another way", () => {
    const list: readonly PillarDeclaration[] = DECLARED_PILLARS;
    for (const { name, parts, place, audit, metrics, runs } of list) {
      expect(parts === "pages", `${name} audits pages`).to.equal(audit !== null);
      expect(place > 0, `${name} has a place among audits`).to.equal(audit !== null);
      expect(metrics && parts, `${name} measures pages`).to.be.oneOf([undefined, "pages"]);
      for (const run of runs) {
        expect(run.shots !== undefined, `${run.type} has shots`).to.equal(parts === "shots");
        expect(run.shots === "visual", `${run.type} is reviewed`).to.equal(run.reviewed === true);
        expect(run.shots !== "baseline", `${run.type} gates`).to.equal(run.gates);
        const crawls = audit !== null && SITE_PAGES[name as keyof typeof SITE_PAGES].allowed;
        expect(crawls, `${run.type} visits a crawl`).to.equal(run.crawls === true);
      }
    }
  });

  it("name each kind of run for the command line once", () => {
    const words = RUNS.flatMap(({ word, also = [] }) => [word, ...also]);
    expect(words).to.deep.equal([...new Set(words)]);
  });
});

describe("the verdicts of the gate", () => {
  it("are shown by words of their own", () => {
    const shown = GATE_VERDICTS.map((verdict) => STATUS_WORDS[STATUS_OF_GATE[verdict]]);
    expect(shown).to.deep.equal(["Passed", "Warning", "Failed", "Inconclusive"]);
  });
});

/** Parts of addresses and of routing keys contain such names too. */
const ADDRESS = /(?:slug, |feature: )"\w+"/g;

/** Number of pillars, or runs, that a text names in quotation marks or as alternatives of a pattern. */
function named(text: string, words: readonly (readonly string[])[]): number {
  const quoted = new Set(
    [...text.replaceAll(ADDRESS, "").matchAll(/["'`(|]([\w -]+)(?=["'`)|])/g)].map(([, word]) => word),
  );
  return words.filter((of) => of.some((word) => quoted.has(word))).length;
}
const OF_PILLARS = Object.values(PILLAR_WORDS).map(({ name, title }) => [name, title]);
const OF_RUNS = RUNS.map(({ type, name }) => [type, name]);

describe("lists of pillars and of runs", () => {
  it("are kept by no file of the dashboard, the command line or the coach", async () => {
    const found: string[] = [];
    let files = 0;
    for await (const one of glob("{web/src,cli,api/coach}/**/*.{ts,tsx}", { cwd: root })) {
      const file = one.split(path.sep).join("/");
      if (file.startsWith("cli/dist/")) continue;
      files += 1;
      const text = readFileSync(path.join(root, file), "utf8");
      if (named(text, OF_PILLARS) > 2 || named(text, OF_RUNS) > 2) found.push(file);
    }
    expect(files).to.be.greaterThan(200);
    expect(found).to.deep.equal([]);
  });

  it("and one would be found, however it is written", () => {
    expect(named('const A = ["perf", "seo", "a11y"];', OF_PILLARS)).to.equal(3);
    expect(named('const A = { perf: "Performance", seo: "SEO", a11y: "Accessibility" };', OF_PILLARS)).to.equal(3);
    expect(named("const A = /^(perf|seo|a11y)-test$/;", OF_PILLARS)).to.equal(3);
    expect(named('const A = { "vrt-test": 1, "seo-test": 2, baseline: 3 };', OF_RUNS)).to.equal(2);
  });
});
