// A pillar is declared once; every table of pillars follows from the list.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { AUDIT_PILLARS, PILLARS } from "../../../domain/audit/pillars.ts";
import { STAGES } from "../../../domain/audit/stages.ts";
import { PILLAR_WEIGHTS } from "../../../domain/health/weights.ts";
import type { PillarDeclaration } from "../../../domain/pillars/declaration.ts";
import {
  auditsOf,
  byPillar,
  byRunType,
  ciAuditsOf,
  ciTriggersOf,
  featuresOfPlan,
  namesOf,
  pillarsOfPlan,
  startPathsOf,
  typesByTrigger,
  withoutLocked,
} from "../../../domain/pillars/derive.ts";
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

const folder = fileURLToPath(new URL("../../../domain/pillars", import.meta.url));

const toy = {
  name: "toy",
  title: "Toy",
  unit: "toys",
  words: /\btoys?\b/,
  weight: 3,
  plan: "team",
  features: [{ name: "wheels", plan: "enterprise", what: "wheels", without: (o) => ({ ...o, wheels: false }) }],
  runs: [
    {
      type: "toy-test",
      name: "Toy audit",
      inSentence: "a toy audit",
      workflow: "auditRun",
      trigger: "toy",
      aliases: ["plaything"],
      ci: true,
      path: "toy",
    },
  ],
  audit: { place: 2.5, queue: "lab", window: 2, site: true, lighthouseSeo: false },
} as const satisfies PillarDeclaration;

describe("the declarations of the pillars", () => {
  it("are one for each folder of domain/pillars", () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
    expect(namesOf(DECLARED_PILLARS)).to.have.members(folders.map(({ name }) => name));
  });

  it("hold words, weights that make 100, and names that no other pillar has", () => {
    const list: readonly PillarDeclaration[] = DECLARED_PILLARS;
    expect(list.reduce((sum, { weight }) => sum + weight, 0)).to.equal(100);
    for (const { name, title, unit, words, audit, runs } of list) {
      expect([title, unit, ...runs.flatMap((run) => [run.name, run.inSentence])], name).not.to.include("");
      expect(words.test(title.toLowerCase()), `${name} is found by its own title`).to.equal(true);
      expect(audit === null || runs.length > 0, `${name} has a run for its audit`).to.equal(true);
    }
    const runs = list.flatMap((pillar) => pillar.runs);
    const triggers = runs.flatMap(({ trigger, aliases }) => [trigger, ...aliases]);
    for (const names of [runs.map(({ type }) => type), triggers, startPathsOf(list).map(({ path }) => path)])
      expect(names).to.deep.equal([...new Set(names)]);
    const places = list.flatMap(({ audit }) => audit?.place ?? []);
    expect(places).to.deep.equal([...new Set(places)]);
  });

  it("give the tables that callers and stored data know, in their order", () => {
    expect(PILLARS).to.deep.equal(["visual", "functional", "a11y", "perf", "seo", "security", "tracking", "privacy"]);
    expect(AUDIT_PILLARS).to.deep.equal(["perf", "seo", "a11y", "security", "tracking", "privacy"]);
    expect(TRIGGER_TYPES).to.deep.equal([
      ...["test", "baseline", "perf", "seo", "a11y", "security", "tracking", "analytics"],
    ]);
    expect(RUN_TYPE_OF).to.deep.equal({
      test: "vrt-test",
      baseline: "baseline",
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
      ["perf-test", "auditRun"],
      ["seo-test", "auditRun"],
      ["a11y-test", "auditRun"],
      ["security-test", "auditRun"],
      ["tracking-test", "auditRun"],
      ["privacy-test", "auditRun"],
      ["full-suite", "fullSuite"],
    ]);
    expect(TYPE_OF_PILLAR).to.include({ visual: "vrt-test", functional: null, privacy: "privacy-test" });
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

describe("a pillar that is added to the list", () => {
  const list = [...DECLARED_PILLARS, toy] as const;

  it("is a pillar and an audit at its place", () => {
    expect(namesOf(list)).to.deep.equal([...PILLARS, "toy"]);
    expect(auditsOf(list).map(({ name }) => name)).to.deep.equal([
      ...["perf", "seo", "toy", "a11y", "security", "tracking", "privacy"],
    ]);
    expect(byPillar(list, ({ weight }) => weight).toy).to.equal(3);
  });

  it("can be started, by CI and from the dashboard", () => {
    expect(typesByTrigger(list)).to.include({ toy: "toy-test", plaything: "toy-test" });
    expect(ciTriggersOf(list)).to.include.members(["toy", "plaything"]);
    expect(byRunType(list, ({ name, workflow }) => [name, workflow])["toy-test"]).to.deep.equal([
      "Toy audit",
      "auditRun",
    ]);
    expect(startPathsOf(list).slice(-2)).to.deep.equal([
      { path: "toy", trigger: "toy", starts: "a toy audit" },
      { path: "plaything", trigger: "toy", starts: "a toy audit (the older path)" },
    ]);
    expect(ciAuditsOf(list)).to.deep.equal(["perf", "seo", "toy", "a11y", "security", "tracking"]);
    const closed = [...DECLARED_PILLARS, { ...toy, runs: [{ ...toy.runs[0], ci: false as const }] as const }] as const;
    expect(ciTriggersOf(closed)).to.deep.equal(TRIGGER_TYPES);
    expect(ciAuditsOf(closed)).not.to.include("toy");
    expect(typesByTrigger(closed)).to.include({ toy: "toy-test" });
  });

  it("is unlocked by its plan, and its feature by the feature's", () => {
    expect(PLANS.filter((plan) => pillarsOfPlan(list, plan).includes("toy"))).to.deep.equal(["team", "enterprise"]);
    expect(PLANS.filter((plan) => featuresOfPlan(list, plan).includes("wheels"))).to.deep.equal(["enterprise"]);
    expect(withoutLocked(toy.features, "team", { speed: 1 })).to.deep.equal({
      options: { speed: 1, wheels: false },
      warnings: ["The team plan does not include wheels; the run goes without."],
    });
  });
});
