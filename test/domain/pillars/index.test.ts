// A pillar is declared once; every table of pillars is derived from the list.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { loadPillars } from "../../../activities/audit/pillars.ts";
import { createHostGate } from "../../../browsers/hostGate.ts";
import { AUDIT_PILLARS, PILLARS } from "../../../domain/audit/pillars.ts";
import { STAGES } from "../../../domain/audit/stages.ts";
import { PILLAR_WEIGHTS } from "../../../domain/health/weights.ts";
import type { PillarDeclaration } from "../../../domain/pillars/declaration.ts";
import { namesOf, startPathsOf, withoutLocked } from "../../../domain/pillars/derive.ts";
import { DECLARED_PILLARS } from "../../../domain/pillars/index.ts";
import { PILLAR_FEATURES, PLAN_LIMITS, PLANS } from "../../../domain/plans.ts";
import {
  pillarOf,
  RUN_NAME,
  RUN_TYPE_OF,
  TRIGGER_TYPES,
  TYPE_OF_PILLAR,
  WORKFLOW_OF,
} from "../../../domain/runTypes.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const foldersOf = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name);

/** Modules that every auditing pillar has, under the same names. */
const IN_DOMAIN = ["pillar.ts", "settings.ts", "report.ts", "checks", "table.ts", "audit.ts", "rollUp.ts"];
const IN_ACTIVITIES = ["index.ts", "gather.ts", "judge.ts"];

describe("the declarations of the pillars", () => {
  it("are one for each folder of domain/pillars", () => {
    expect(namesOf(DECLARED_PILLARS)).to.have.members(foldersOf("domain/pillars"));
  });

  for (const [folder, files] of [
    ["domain/pillars", IN_DOMAIN],
    ["activities/pillars", IN_ACTIVITIES],
  ] as const)
    it(`have the same files in ${folder} for every audit`, () => {
      for (const pillar of AUDIT_PILLARS)
        expect(readdirSync(path.join(root, folder, pillar)), pillar).to.include.members([...files]);
    });

  it("have judges that import rules alone, as threads load them", async () => {
    for (const pillar of AUDIT_PILLARS) {
      const source = readFileSync(path.join(root, "activities/pillars", pillar, "judge.ts"), "utf8");
      const values = [...source.matchAll(/^import (?!type )[^;]*?from "([^"]+)"/gm)].map(([, from]) => from ?? "");
      expect(values, pillar).not.to.deep.equal([]);
      for (const from of values) expect(from, pillar).to.match(/^\.\.\/\.\.\/\.\.\/domain\//);
    }
  });

  it("are loaded by their names, each with what an audit needs", async () => {
    const pillars = await loadPillars({ gate: createHostGate() });
    expect(Object.keys(pillars)).to.deep.equal([...AUDIT_PILLARS]);
    for (const [name, pillar] of Object.entries(pillars)) {
      expect(pillar, name).to.include.keys("gather", "audit", "rollUp");
      expect(pillar.gatherSite === undefined, name).to.equal(pillar.auditSite === undefined);
    }
  });

  it("are one for each folder of activities/pillars, where they audit pages", () =>
    expect(foldersOf("activities/pillars")).to.have.members([...AUDIT_PILLARS]));

  it("hold words, weights that make 100, and names that no other pillar has", () => {
    const list: readonly PillarDeclaration[] = DECLARED_PILLARS;
    expect(list.reduce((sum, { weight }) => sum + weight, 0)).to.equal(100);
    for (const { name, title, words, audit, runs } of list) {
      expect([title, ...runs.flatMap((run) => [run.name, run.inSentence])], name).not.to.include("");
      expect(words.test(title.toLowerCase()), `${name} is found by its own title`).to.equal(true);
      expect(audit === null || runs.length > 0, `${name} has a run for its audit`).to.equal(true);
    }
    const runs = list.flatMap((pillar) => pillar.runs);
    const triggers = runs.flatMap(({ trigger, aliases }) => [trigger, ...aliases]);
    for (const names of [runs.map(({ type }) => type), triggers, startPathsOf(list).map(({ path }) => path)])
      expect(names).to.deep.equal([...new Set(names)]);
    const places = list.flatMap(({ audit, place }) => (audit ? place : []));
    expect(places).to.deep.equal([...new Set(places)]);
  });

  it("give the tables that callers and stored data know, in their order", () => {
    expect(PILLARS).to.deep.equal(["visual", "functional", "a11y", "perf", "seo", "security", "tracking", "privacy"]);
    expect(AUDIT_PILLARS).to.deep.equal(["perf", "seo", "a11y", "security", "tracking", "privacy"]);
    expect(TRIGGER_TYPES).to.deep.equal([
      "test",
      "baseline",
      "perf",
      "seo",
      "a11y",
      "security",
      "tracking",
      "analytics",
    ]);
    expect(RUN_TYPE_OF).to.deep.equal({
      test: "vrt-test",
      baseline: "baseline",
      functional: "frt-test",
      perf: "perf-test",
      seo: "seo-test",
      a11y: "a11y-test",
      security: "security-test",
      tracking: "tracking-test",
      analytics: "tracking-test",
      privacy: "privacy-test",
    });
    expect(Object.keys(WORKFLOW_OF)).to.deep.equal(Object.keys(RUN_NAME));
    expect(Object.entries(WORKFLOW_OF)).to.deep.equal([
      ["vrt-test", "visualRun"],
      ["baseline", "baselineRun"],
      ["frt-test", "featureRun"],
      ["perf-test", "auditRun"],
      ["seo-test", "auditRun"],
      ["a11y-test", "auditRun"],
      ["security-test", "auditRun"],
      ["tracking-test", "auditRun"],
      ["privacy-test", "auditRun"],
      ["full-suite", "fullSuite"],
    ]);
    expect(TYPE_OF_PILLAR).to.include({ visual: "vrt-test", functional: "frt-test", privacy: "privacy-test" });
    expect(pillarOf("baseline")).to.equal("visual");
    expect(pillarOf("full-suite")).to.equal(null);
    expect(PILLAR_WEIGHTS).to.include({ visual: 18, perf: 14, seo: 10, privacy: 6 });
    expect(Object.keys(STAGES)).to.deep.equal([...AUDIT_PILLARS]);
    expect(STAGES.perf).to.include({ queue: "lab", window: 1, site: false });
    expect(STAGES.seo).to.include({ queue: "browser", window: 6, site: true, lighthouseSeo: true });
  });

  it("say what each plan holds", () => {
    const basic = ["visual", "functional", "a11y", "perf", "seo"];
    expect(PLANS.map((plan) => PLAN_LIMITS[plan].pillars)).to.deep.equal([
      basic,
      [...basic, "security", "tracking"],
      [...PILLARS],
      [...PILLARS],
    ]);
    const all = ["lighthouseScores", "cveScan", "a11yBudgets"];
    for (const [plan, features] of [
      ["free", []],
      ["hobby", ["lighthouseScores"]],
      ["team", all],
      ["enterprise", all],
    ] as const)
      expect(PLAN_LIMITS[plan].features, plan).to.have.members(features);
  });
});

describe("a run on a plan that lacks a feature", () => {
  const cases = [
    ["perf", "free", { runs: 5 }, { runs: 5, lighthouseScore: false }, ["Lighthouse scores"]],
    ["seo", "free", {}, { lighthouseScore: false }, ["Lighthouse scores"]],
    ["perf", "hobby", { runs: 5 }, { runs: 5 }, []],
    ["security", "hobby", {}, { cveScan: false }, ["the scan for libraries with known vulnerabilities"]],
    ["a11y", "hobby", { budgets: { serious: 0 }, thresholds: {} }, { thresholds: {} }, ["accessibility budgets"]],
    ["a11y", "hobby", {}, {}, []],
    ["a11y", "team", { budgets: { serious: 0 } }, { budgets: { serious: 0 } }, []],
  ] as const;
  for (const [pillar, plan, given, options, lacks] of cases)
    it(`${pillar} on ${plan} with ${JSON.stringify(given)} becomes ${JSON.stringify(options)}`, () => {
      const before = structuredClone(given);
      expect(withoutLocked(PILLAR_FEATURES[pillar], plan, given)).to.deep.equal({
        options,
        warnings: lacks.map((what) => `The ${plan} plan does not include ${what}; the run goes without.`),
      });
      expect(given).to.deep.equal(before);
    });
});
