import { expect } from "chai";
import { PILLARS } from "../../../domain/audit/pillars.ts";
import { pillarHealth, scoreInWords, siteHealth } from "../../../domain/health/siteHealth.ts";
import { DAY, input, run } from "./support.ts";

describe("a score whose newest run failed", () => {
  const failed = { ...run(0, 60, "A"), failed: "2 of 8 scenarios failed" };
  const good = [1, 2, 3, 4, 5].map((ago) => run(ago, 100, "A"));

  it("never stands alone: the newest failures stand beside it", () => {
    const { pillars, reasons } = siteHealth(input({ functional: [...good, failed] }, "A"));
    const functional = pillars.find(({ pillar }) => pillar === "functional")!;
    expect(functional).to.deep.include({ score: 100, newestFailed: { runId: failed.runId, what: failed.failed } });
    expect(scoreInWords(functional)).to.equal("Functional: 100, but the newest run failed: 2 of 8 scenarios failed");
    expect(reasons.find(({ code }) => code === "newest_failed")?.message).to.equal(`${scoreInWords(functional)}.`);
  });

  it("says what the newest run did not look at and older runs left failing", () => {
    const given = { ...input({ functional: [run(0, 100, "A")] }, "A"), leftOpen: { functional: "1 was not run" } };
    expect(scoreInWords(pillarHealth("functional", given))).to.equal("Functional: 100, but 1 was not run");
  });

  it("stands alone again when a newer run passed", () => {
    const [now] = siteHealth(
      input({ functional: [{ ...failed, at: failed.at - DAY }, run(0, 100, "A")] }, "A"),
    ).pillars.filter(({ pillar }) => pillar === "functional");
    expect(now?.newestFailed).to.equal(null);
  });
});

describe("the health of a pillar", () => {
  const of = (runs: ReturnType<typeof run>[], ...labels: string[]) =>
    pillarHealth("seo", input({ seo: runs }, ...labels));

  it("is the median of the runs where they cover the same", () => {
    const health = of([run(3, 70, "A"), run(2, 40, "A"), run(1, 72, "A")], "A");
    // Weights 0.862, 0.906, 0.952; sorted 40, 70, 72: half of 2.72 is reached at 70.
    expect(health).to.deep.include({ score: 70, runs: 3, lastRunAt: "2026-03-30T12:00:00.000Z", notCovered: [] });
    // Deviations from 70: 0, 30, 2, so 1.4826 × 2.
    expect(health.noise).to.equal(3);
  });

  it("lets a run weigh as much as it covers", () => {
    // 0 days old: 1/4, 1/4 and 4/4 of the scenarios. Half of 1.5 is reached at 90.
    const health = of([run(0, 10, "A"), run(0, 20, "A"), run(0, 90, "A", "B", "C", "D")], "A", "B", "C", "D");
    expect(health).to.deep.include({ score: 90, coverage: 1 });
  });

  it("counts no run that covers less than half as much as the widest: what passes of it says nothing of the rest", () => {
    const all = ["A", "B", "C", "D", "E"];
    const whole = [run(2, 100, ...all), run(1, 40, ...all)];
    expect(of([...whole, run(0, 100, "A", "B")], ...all)).to.deep.include({ score: 40, runs: 2 });
    const part = { ...run(0, 100, ...all), part: true };
    expect(of([...whole, part, part, part], ...all)).to.deep.include({ score: 40, runs: 2 });
    expect(of([part], ...all).score).to.equal(100);
    expect(of([...whole, run(0, 100, "A", "B", "C")], ...all).score).to.equal(100);
  });

  it("halves a page's weight for every 14 days since its last audit", () => {
    // A today (1), B 14 days ago (1/2), C 28 days ago (1/4), D never (0): 1.75 of 4.
    const health = of([run(0, 80, "A"), run(14, 80, "A", "B"), run(28, 80, "C")], "A", "B", "C", "D");
    expect(health).to.deep.include({ coverage: 0.438, notCovered: ["D"], notCoveredCount: 1 });
  });

  it("leaves out runs beyond 30 days, beyond the latest ten, without a score, and of scenarios that are gone", () => {
    const eleven = Array.from({ length: 11 }, (_, i) => run(i, i === 10 ? 0 : 90, "A"));
    expect(of(eleven, "A")).to.deep.include({ runs: 10, score: 90, noise: 0 });
    expect(of([run(31, 90, "A")], "A")).to.deep.include({ runs: 0, score: null, coverage: 0, lastRunAt: null });
    expect(of([run(1, null, "A"), run(1, 90, "Gone")], "A")).to.deep.include({
      runs: 0,
      score: null,
      notCovered: ["A"],
    });
  });

  it("covers the base address of a project without scenarios", () => {
    const never = of([]);
    expect(never).to.deep.include({ score: null, coverage: 0, notCovered: ["The base address"] });
    expect(of([run(14, 60)])).to.deep.include({ score: 60, coverage: 0.5, notCovered: [] });
  });

  it("tells at most 50 labels that are not covered, and how many there are", () => {
    const labels = Array.from({ length: 60 }, (_, i) => `L${i}`);
    const health = of([], ...labels);
    expect([health.notCovered.length, health.notCoveredCount]).to.deep.equal([50, 60]);
  });

  for (const [name, runs, expected] of [
    ["no run", [], { perDay: null, direction: "unknown", sentence: "No run with a score in 30 days: start one." }],
    [
      "two runs",
      [run(0, 50, "A"), run(4, 40, "A")],
      { perDay: null, direction: "unknown", sentence: "2 runs in 30 days: too few for a trend, which takes 3." },
    ],
    [
      "three runs of one hour",
      [run(0, 50, "A"), run(0.02, 40, "A"), run(0.04, 30, "A")],
      { perDay: null, direction: "unknown", sentence: "3 runs within one day: too close together for a trend." },
    ],
    // 2 points a day: pairs 4/2, 8/4, 4/2. Over 4 days 8 points; noise 1.4826 × 4 = 5.9.
    [
      "a rise",
      [run(0, 58, "A"), run(2, 54, "A"), run(4, 50, "A")],
      { perDay: 2, direction: "rising", sentence: "Rising by 2 points a day over 3 runs in 4 days." },
    ],
    [
      "one point a day",
      [run(0, 54, "A"), run(2, 52, "A"), run(4, 50, "A")],
      { perDay: 1, direction: "rising", sentence: "Rising by 1 point a day over 3 runs in 4 days." },
    ],
    [
      "a fall",
      [run(0, 50, "A"), run(2, 54, "A"), run(4, 58, "A")],
      { perDay: -2, direction: "falling", sentence: "Falling by 2 points a day over 3 runs in 4 days." },
    ],
    // Slopes 0, 0.5 and 1: 0.5 a day, 2 points in 4 days. Deviations from 52: 0, 0, 2 leave no noise.
    [
      "a step",
      [run(0, 54, "A"), run(2, 52, "A"), run(4, 52, "A")],
      { perDay: 0.5, direction: "rising", sentence: "Rising by 0.5 points a day over 3 runs in 4 days." },
    ],
    // Slopes 10, −5.5 and 2.25 a day; 9 points in 4 days are within the noise of 1.4826 × 9.
    [
      "back and forth",
      [run(0, 59, "A"), run(2, 70, "A"), run(4, 50, "A")],
      { perDay: 2.25, direction: "steady", sentence: "Steady over 3 runs in 4 days." },
    ],
  ] as const)
    it(`tells the trend of ${name}`, () => {
      expect(of([...runs], "A").trend).to.deep.equal(expected);
    });

  for (const [confidence, why, runs, labels] of [
    ["high", "five calm runs that cover all", [0, 1, 2, 3, 4].map((d) => run(d, 90, "A")), ["A"]],
    ["medium", "three calm runs", [0, 1, 2].map((d) => run(d, 90, "A")), ["A"]],
    [
      "medium",
      "five runs that cover 3/5",
      [0, 1, 2, 3, 4].map((d) => run(d, 90, "A", "B", "C")),
      ["A", "B", "C", "D", "E"],
    ],
    // Deviations from 80: 0, 5, 5, 10, 10: 1.4826 × 5 = 7.4.
    ["medium", "some noise", [80, 85, 75, 90, 70].map((s, d) => run(d, s, "A")), ["A"]],
    // Deviations 0, 10, 10, 20, 20: 14.8.
    ["low", "much noise", [80, 90, 70, 100, 60].map((s, d) => run(d, s, "A")), ["A"]],
    ["low", "two runs", [0, 1].map((d) => run(d, 90, "A")), ["A"]],
    ["low", "a third of the scenarios", [0, 1, 2, 3, 4].map((d) => run(d, 90, "A")), ["A", "B", "C"]],
    ["low", "no run", [], ["A"]],
  ] as const)
    it(`has ${confidence} confidence in ${why}`, () => {
      expect(of([...runs], ...labels).confidence).to.equal(confidence);
    });
});

describe("the health of a site", () => {
  it("gives every pillar, the score with its table, and says what it rests on", () => {
    const health = siteHealth(
      input({ visual: [0, 1, 2].map((d) => run(d, 90, "A")), seo: [run(0, 62, "A")], perf: [] }, "A", "B", "C"),
    );
    expect(health.pillars.map(({ pillar }) => pillar)).to.deep.equal([...PILLARS]);
    // (18 × 90 + 10 × 62) / 28.
    expect(health.score).to.equal(80);
    expect(
      health.weights.filter(({ points }) => points !== null).map(({ pillar, points }) => [pillar, points]),
    ).to.deep.equal([
      ["visual", 57.9],
      ["seo", 22.1],
    ]);
    expect(health.reasons.map(({ code, data }) => [code, data.pillar])).to.deep.equal([
      ["weighted_mean", undefined],
      ["left_out", undefined],
      ["thin_coverage", "visual"],
      ["thin_coverage", "seo"],
      ["few_runs", "seo"],
    ]);
    expect(health.reasons[2]?.message).to.equal(
      "Visual is based on 33 % of the scenarios, older audits count less; 2 scenarios have no audit in 30 days.",
    );
    expect(health.reasons[4]?.message).to.equal("SEO is based on 1 run; with 3 runs its noise and trend are known.");
    const old = siteHealth(input({ seo: [run(20, 62, "A")] }, "A"));
    expect(old.reasons.find(({ code }) => code === "thin_coverage")?.message).to.equal(
      "SEO is based on 37 % of the scenarios, older audits count less.",
    );
  });

  it("says when runs differ too much to trust one", () => {
    const health = siteHealth(input({ perf: [80, 90, 70, 100, 60].map((s, d) => run(d, s, "A")) }, "A"));
    expect(health.reasons.find(({ code }) => code === "noisy")?.message).to.equal(
      "Performance differs by 14.8 points from run to run, so a single run means little.",
    );
  });

  it("has no score without data", () => {
    expect(siteHealth(input({}, "A"))).to.deep.include({
      score: null,
      reasons: [{ code: "no_data", message: "No pillar has data, so there is no score.", data: { pillars: 0, of: 8 } }],
    });
  });
});
