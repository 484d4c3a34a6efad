import { expect } from "chai";
import { PILLARS, type Pillar } from "../../domain/audit/pillars.ts";
import { choosePillars, PLAN_LIMITS, PLANS, plansWith } from "../../domain/plans.ts";

describe("plans", () => {
  it("unlock more the larger they are", () => {
    for (const [index, plan] of PLANS.entries()) {
      const smaller = PLANS[index - 1];
      if (!smaller) continue;
      expect(PLAN_LIMITS[plan].pillars).to.include.members([...PLAN_LIMITS[smaller].pillars]);
      expect(PLAN_LIMITS[plan].features).to.include.members([...PLAN_LIMITS[smaller].features]);
      for (const quota of ["scenarios", "snapshotsPerMonth", "pagesPerCrawl"] as const)
        expect(PLAN_LIMITS[plan][quota] ?? Infinity).to.be.at.least(PLAN_LIMITS[smaller][quota] ?? Infinity);
    }
    expect(PLAN_LIMITS.enterprise.pillars).to.have.members([...PILLARS]);
  });

  it("tell which of them have a pillar", () => {
    expect(plansWith("seo")).to.deep.equal([...PLANS]);
    expect(plansWith("privacy")).to.deep.equal(["team", "enterprise"]);
  });
});

describe("choosePillars", () => {
  const available: Pillar[] = PILLARS.filter((p) => p !== "functional");
  const cases: [string, Parameters<typeof choosePillars>, { run: Pillar[]; skipped: string[]; refused: Pillar[] }][] = [
    [
      "everything that is there without a wish",
      ["enterprise", available, undefined],
      {
        run: ["visual", "a11y", "perf", "seo", "security", "tracking", "privacy"],
        skipped: ["functional unavailable"],
        refused: [],
      },
    ],
    [
      "only what the plan unlocks without a wish",
      ["free", available, undefined],
      {
        run: ["visual", "a11y", "perf", "seo"],
        skipped: ["functional unavailable", "security locked", "tracking locked", "privacy locked"],
        refused: [],
      },
    ],
    ["what was wished for, once", ["hobby", available, ["seo", "seo"]], { run: ["seo"], skipped: [], refused: [] }],
    [
      "a locked wish is refused",
      ["free", available, ["seo", "privacy"]],
      { run: ["seo"], skipped: [], refused: ["privacy"] },
    ],
    [
      "a wish that nothing here can fulfil is recognised",
      ["free", available, ["functional"]],
      { run: [], skipped: ["functional unavailable"], refused: [] },
    ],
  ];
  for (const [name, args, expected] of cases)
    it(name, () => {
      const { run, skipped, refused } = choosePillars(...args);
      expect({ run, skipped: skipped.map((s) => `${s.pillar} ${s.reason}`), refused }).to.deep.equal(expected);
    });
});
