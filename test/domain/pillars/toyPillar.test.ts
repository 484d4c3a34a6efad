// A pillar that is declared once appears wherever pillars are listed.
import { expect } from "chai";
import { endpointTable } from "../../../api/endpoints/documents.ts";
import { startEndpoints } from "../../../api/endpoints/tests.ts";
import { documentOf } from "../../../api/openapi/document.ts";
import { auditSettingsSchema } from "../../../api/operations/projects/auditSettingsSchema.ts";
import { PILLARS } from "../../../domain/audit/pillars.ts";
import { STAGES } from "../../../domain/audit/stages.ts";
import type { PillarDeclaration } from "../../../domain/pillars/declaration.ts";
import {
  auditsOf,
  byPillar,
  byRunType,
  ciAuditsOf,
  ciTriggersOf,
  demoAuditsOf,
  featuresOfPlan,
  gatingRunOf,
  namesOf,
  pillarsOfPlan,
  reportsOf,
  settingsOf,
  stagesOf,
  startPathsOf,
  typesByTrigger,
  withoutLocked,
} from "../../../domain/pillars/derive.ts";
import { DECLARED_PILLARS } from "../../../domain/pillars/index.ts";
import { PLANS } from "../../../domain/plans.ts";
import { TRIGGER_TYPES } from "../../../domain/runTypes.ts";

const toy = {
  name: "toy",
  title: "Toy",
  parts: "pages",
  place: 2.5,
  screen: "audits",
  words: /\btoys?\b/,
  weight: 3,
  plan: "team",
  features: [{ name: "wheels", plan: "enterprise", what: "wheels", without: (o) => ({ ...o, wheels: false }) }],
  runs: [
    {
      type: "toy-test",
      pillar: "toy",
      name: "Toy audit",
      inSentence: "a toy audit",
      workflow: "auditRun",
      trigger: "toy",
      aliases: ["plaything"],
      ci: true,
      path: "toy",
      word: "toy",
      gates: true,
    },
  ],
  audit: {
    queue: "lab",
    window: 2,
    site: true,
    lighthouseSeo: false,
    settings: { wheels: { kind: "number", min: 1, max: 4, whole: true } },
    report: {
      columns: [["wheels", "Wheels"]],
      extras: ({ pages }) => ({ facts: [{ label: "Toys", value: String(pages.length) }] }),
    },
  },
} as const satisfies PillarDeclaration;

describe("a pillar that is added to the list", () => {
  const list = [...DECLARED_PILLARS, toy] as const;

  it("is a pillar and an audit at its place, with its weight and its words", () => {
    expect(namesOf(list)).to.deep.equal([...PILLARS, "toy"]);
    expect(auditsOf(list).map(({ name }) => name)).to.deep.equal([
      "perf",
      "seo",
      "toy",
      "a11y",
      "security",
      "tracking",
      "privacy",
    ]);
    expect(byPillar(list, ({ weight }) => weight).toy).to.equal(3);
    expect(byPillar(list, ({ words }) => words).toy.test("run the toys")).to.equal(true);
  });

  for (const [name, gates, expected] of [
    ["is judged before a merge by the run that its declaration says gates", true, "toy-test"],
    ["is not judged before a merge where none of its runs gates", false, null],
  ] as const)
    it(name, () => {
      const runs = toy.runs.map((run) => ({ ...run, gates }));
      expect(gatingRunOf({ runs })?.type ?? null).to.equal(expected);
    });

  it("is laid out for its workflow", () => {
    const { toy: stages, ...others } = stagesOf(list);
    expect(stages).to.deep.equal({ queue: "lab", window: 2, site: true, lighthouseSeo: false });
    expect(others).to.deep.equal(STAGES);
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

  it("has an endpoint of its own, in the OpenAPI document and the table of endpoints too", () => {
    const endpoints = startEndpoints(startPathsOf(list) as never);
    const paths = ["/api/tests/toy", "/api/tests/plaything"];
    expect(endpoints.map(({ path }) => path)).to.include.members(paths);
    expect(documentOf(endpoints, "1.2.3").paths).to.include.keys(paths);
    for (const path of paths) expect(endpointTable(endpoints)).to.include(path);
  });

  it("is unlocked by its plan, and its feature by the feature's", () => {
    expect(PLANS.filter((plan) => pillarsOfPlan(list, plan).includes("toy"))).to.deep.equal(["team", "enterprise"]);
    expect(PLANS.filter((plan) => featuresOfPlan(list, plan).includes("wheels"))).to.deep.equal(["enterprise"]);
    expect(withoutLocked(toy.features, "team", { speed: 1 })).to.deep.equal({
      options: { speed: 1, wheels: false },
      warnings: ["The team plan does not include wheels; the run goes without."],
    });
  });

  it("has its own settings and those of every audit", () => {
    const schema = auditSettingsSchema(settingsOf(list));
    const valid = (toys: object) => schema.isValidSync({ toy: toys }, { strict: true });
    expect(valid({ wheels: 4, thresholds: { maxNew: { serious: 0 }, minScore: 50.5 } })).to.equal(true);
    for (const wrong of [{ wheels: 5 }, { wheels: 1.5 }, { wheel: 4 }, { thresholds: { minScore: 101 } }])
      expect(valid(wrong), JSON.stringify(wrong)).to.equal(false);
    expect(auditSettingsSchema(settingsOf(DECLARED_PILLARS)).isValidSync({ toy: {} }, { strict: true })).to.equal(
      false,
    );
  });

  it("shows its columns and its facts in reports", () => {
    const { columns, extras } = reportsOf(list).toy;
    expect(columns).to.deep.equal([["wheels", "Wheels"]]);
    const pages = [{ url: "https://shop.example/", metrics: {}, details: {} }];
    expect(extras({ runExtra: {}, pages, site: null, pictureOf: () => null })).to.deep.equal({
      facts: [{ label: "Toys", value: "1" }],
    });
  });

  it("is in the demo, alone where its queue measures alone", () => {
    const demo = demoAuditsOf(list);
    expect(demo.alone).to.deep.equal([
      { pillar: "perf", trigger: "perf" },
      { pillar: "toy", trigger: "toy" },
    ]);
    expect(demo.together.map(({ pillar }) => pillar)).to.deep.equal(["a11y", "seo", "security", "tracking", "privacy"]);
    const shared = [...DECLARED_PILLARS, { ...toy, audit: { ...toy.audit, queue: "browser" as const } }] as const;
    expect(demoAuditsOf(shared).together.map(({ pillar }) => pillar)).to.include("toy");
  });
});
