import { expect } from "chai";
import { gatePr } from "../../../domain/health/gate.ts";
import { DEFAULT_GATE, readThresholds } from "../../../domain/health/gateThresholds.ts";
import type { AuditedRun, CountedRun, GateInput } from "../../../domain/health/gateTypes.ts";
import { pillarHealth } from "../../../domain/health/siteHealth.ts";
import { input as healthInput, run } from "./support.ts";

/** Sentence of the run; its wording is asserted where it is created. */
const SENTENCE = "What the run came to.";

const pictures = (total: number, passed: number, more: Partial<CountedRun> = {}): CountedRun => ({
  runId: "run_v",
  state: "counted",
  total,
  passed,
  approved: 0,
  noBaseline: 0,
  sentence: SENTENCE,
  ...more,
});
const pages = (total: number, notMeasured = 0, errors = 0) => ({ total, notMeasured, errors });
const group = (count: number, example: string | null = null) => ({ count, example });
const audit = (score: number | null, findings: Partial<AuditedRun["findings"]> = {}): AuditedRun => ({
  runId: "run_a",
  state: "audited",
  score,
  findings: { compared: true, critical: group(0), serious: group(0), ...findings },
});
/** Rolling SEO health of the given scores, a day apart. */
const rolling = (...scores: number[]) =>
  pillarHealth("seo", healthInput({ seo: scores.map((score, day) => run(day, score, "A")) }, "A"));

describe("the gate", () => {
  const gate = (given: Partial<GateInput>) =>
    gatePr({ subject: "the branch new-cart", runs: {}, health: [], thresholds: { ...DEFAULT_GATE }, ...given });

  for (const [name, given, verdict, messages] of [
    [
      "all passed",
      { runs: { visual: pictures(40, 40, { approved: 2 }), seo: audit(90) } },
      "pass",
      [`Visual: ${SENTENCE}`, "SEO: 0 new critical and 0 new serious findings."],
    ],
    [
      "pictures not approved",
      { runs: { visual: pictures(40, 37, { noBaseline: 1 }) } },
      "fail",
      [`Visual: ${SENTENCE}`],
    ],
    [
      "pictures of earlier runs that the newest one did not take",
      { runs: { visual: pictures(5, 5, { earlier: { screenshots: 36, changes: 4, changedScreenshots: 36 } }) } },
      "fail",
      [`Visual: ${SENTENCE} 4 changes in 36 screenshots of earlier runs are still open.`],
    ],
    [
      "runs of several environments",
      {
        runs: {
          visual: { ...pictures(2, 1), environment: "Staging" },
          seo: { ...audit(90), environment: "Production", pages: pages(5, 1) },
          perf: { runId: "r", state: "running", environment: "Staging" },
        },
      },
      "fail",
      [
        `Visual on Staging: ${SENTENCE}`,
        "Performance on Staging: 1 run for the branch new-cart has not ended yet.",
        "SEO on Production: 1 of 5 pages not measured.",
        "SEO on Production: 0 new critical and 0 new serious findings.",
      ],
    ],
    ["a functional failure", { runs: { functional: pictures(12, 11) } }, "fail", [`Functional: ${SENTENCE}`]],
    ["functional tests passed", { runs: { functional: pictures(1, 1) } }, "pass", [`Functional: ${SENTENCE}`]],
    [
      "new critical findings",
      { runs: { seo: audit(90, { critical: group(2, "The page has no title.") }) } },
      "fail",
      ['SEO: 2 new critical findings. One of them: "The page has no title".'],
    ],
    [
      "a new serious finding",
      { runs: { a11y: audit(90, { serious: group(1, "An image has no alternative.") }) } },
      "warn",
      ['Accessibility: 1 new serious finding. It is: "An image has no alternative".'],
    ],
    [
      "findings that nothing can be compared with",
      { runs: { seo: audit(9, { compared: false, critical: group(3) }) } },
      "warn",
      [
        "SEO: starting point with 3 critical findings; whether the branch new-cart caused them is unknown, because there is no earlier run to compare with.",
      ],
    ],
    [
      "more findings than are read",
      { runs: { seo: audit(9, { cut: 20_000 }) } },
      "warn",
      [
        "SEO: only the worst 20,000 critical and serious findings were compared; whether the branch new-cart caused others is unknown.",
      ],
    ],
    [
      "a run that goes on",
      { runs: { visual: pictures(1, 1), perf: { runId: "r", state: "running" } } },
      "inconclusive",
      ["Performance: 1 run for the branch new-cart has not ended yet.", `Visual: ${SENTENCE}`],
    ],
    [
      "a run that did not complete",
      { runs: { perf: { runId: "r", state: "failed" } } },
      "inconclusive",
      ["Performance: the latest run for the branch new-cart did not complete."],
    ],
    [
      "a run that goes on beside a failure",
      { runs: { visual: pictures(2, 1), perf: { runId: "r", state: "running" } } },
      "fail",
      [`Visual: ${SENTENCE}`, "Performance: 1 run for the branch new-cart has not ended yet."],
    ],
    [
      "nothing measured",
      { runs: { seo: audit(null) } },
      "inconclusive",
      ["SEO: the run completed, but 0 pages could be measured."],
    ],
    [
      "a score that the plan locks, whose findings count",
      {
        runs: {
          perf: { ...audit(null, { serious: group(1, "LCP is 4,100 ms.") }), scoreLocked: true, pages: pages(2) },
        },
      },
      "warn",
      [
        'Performance: 1 new serious finding. It is: "LCP is 4,100 ms".',
        "Performance: the score is locked by the plan; measurements and findings still count.",
      ],
    ],
    [
      "pages that were measured and have no score",
      { runs: { tracking: { ...audit(null), pages: pages(3, 1) } } },
      "inconclusive",
      ["Tracking: 2 of 3 pages measured, and nothing on them could be scored."],
    ],
    [
      "one page that was not measured",
      { runs: { a11y: { ...audit(100), pages: pages(5, 1) } } },
      "warn",
      ["Accessibility: 1 of 5 pages not measured.", "Accessibility: 0 new critical and 0 new serious findings."],
    ],
    [
      "a page of an audit that answers no more",
      { runs: { seo: { ...audit(90), pages: pages(5, 0, 1) } } },
      "fail",
      [
        "SEO: 1 of 5 pages answers with an error (4xx or 5xx) but did not before.",
        "SEO: 0 new critical and 0 new serious findings.",
      ],
    ],
    [
      "a page with a baseline that answers 404",
      { runs: { visual: pictures(5, 4, { pageErrors: 1 }) } },
      "fail",
      ["Visual: 1 of 5 screenshots answers with an error (4xx or 5xx) but did not before."],
    ],
    [
      "pictures that could not be taken",
      { runs: { visual: pictures(34, 32, { errors: 2 }) } },
      "inconclusive",
      ["Visual: 2 of 34 screenshots not measured."],
    ],
    [
      "pictures that could not be taken beside one that differs",
      { runs: { visual: pictures(34, 31, { errors: 2 }) } },
      "fail",
      [`Visual: ${SENTENCE}`, "Visual: 2 of 34 screenshots not measured."],
    ],
    [
      "a run that says why it says nothing",
      { runs: { security: { runId: "r", state: "failed", why: "2 of 5 pages not measured: It is down." } } },
      "inconclusive",
      ["Security: the latest run for the branch new-cart did not complete: 2 of 5 pages not measured: It is down."],
    ],
    [
      "no pictures",
      { runs: { visual: pictures(0, 0) } },
      "inconclusive",
      ["Visual: the run completed with 0 screenshots."],
    ],
    [
      "a critical finding of a site that could not be scored",
      {
        runs: {
          security: {
            ...audit(null, { critical: group(1, "The certificate is invalid.") }),
            pages: { total: 5, notMeasured: 5, errors: 0 },
          },
        },
      },
      "fail",
      [
        'Security: 1 new critical finding. It is: "The certificate is invalid".',
        "Security: the run completed, but 0 pages could be measured.",
      ],
    ],
    [
      "an audit that broke its own limits",
      { runs: { perf: { ...audit(90), failures: ["LCP 4 s is over the budget."] } } },
      "fail",
      [
        "Performance: the audit did not pass. LCP 4 s is over the budget.",
        "Performance: 0 new critical and 0 new serious findings.",
      ],
    ],
    [
      "a part of the site, whose score says nothing about the whole",
      { runs: { seo: { ...audit(9), part: true } }, health: [rolling(90, 92, 88, 94, 86)] },
      "pass",
      ["SEO: 0 new critical and 0 new serious findings."],
    ],
    ["no data", {}, "inconclusive", ["There are 0 runs for the branch new-cart, so the result is inconclusive."]],
    [
      "a required pillar without a run",
      { runs: { seo: audit(90) }, thresholds: { ...DEFAULT_GATE, required: ["visual", "seo"] } },
      "inconclusive",
      [
        "Visual is required before a merge, and the branch new-cart has 0 runs of it.",
        "SEO: 0 new critical and 0 new serious findings.",
      ],
    ],
  ] as [string, Partial<GateInput>, string, string[]][])
    it(`answers ${verdict} for ${name}`, () => {
      const result = gate(given);
      expect([result.verdict, result.reasons.map(({ message }) => message)]).to.deep.equal([verdict, messages]);
    });

  // Median 90; deviations 0, 2, 2, 4, 4: noise 1.4826 × 2 = 3.0.
  const health = [rolling(90, 92, 88, 94, 86)];
  for (const [score, verdict, code, message] of [
    [88, "pass", "health_held", "SEO: 88 against the rolling 90 of 5 runs; runs differ by 3 without any change."],
    [87, "pass", "health_held", "SEO: 87 against the rolling 90 of 5 runs; runs differ by 3 without any change."],
    [
      86.5,
      "warn",
      "health_fell",
      "SEO: 86.5 is 3.5 points below the rolling 90 of 5 runs; runs differ by 3 without any change.",
    ],
    [
      80,
      "fail",
      "health_fell",
      "SEO: 80 is 10 points below the rolling 90 of 5 runs; runs differ by 3 without any change.",
    ],
    [99, "pass", "health_held", "SEO: 99 against the rolling 90 of 5 runs; runs differ by 3 without any change."],
  ] as const)
    it(`answers ${verdict} for a score of ${score} where 90 ± 3 is usual`, () => {
      const result = gate({ runs: { seo: audit(score) }, health });
      const about = result.reasons.find((reason) => reason.code.startsWith("health"));
      expect([result.verdict, about?.code, about?.message]).to.deep.equal([verdict, code, message]);
    });

  it("lets a fall of 20 pass where runs differ by more than that anyhow", () => {
    // Median 70; deviations 0, 15, 15, 30, 30: 22.2.
    const result = gate({ runs: { seo: audit(50) }, health: [rolling(70, 85, 55, 100, 40)] });
    expect(result.verdict).to.equal("pass");
    expect(result.reasons.at(-1)?.data).to.include({ fall: 20, noise: 22.2, rolling: 70, runs: 5 });
  });

  it("lets a fall below the threshold pass though runs never differed", () => {
    expect(gate({ runs: { seo: audit(88.5) }, health: [rolling(90, 90, 90)] }).verdict).to.equal("pass");
    expect(gate({ runs: { seo: audit(88) }, health: [rolling(90, 90, 90)] }).verdict).to.equal("warn");
  });

  it("speaks of no fall where two runs are all there is", () => {
    expect(gate({ runs: { seo: audit(10) }, health: [rolling(90, 90)] }).reasons.map(({ code }) => code)).to.deep.equal(
      ["no_new_findings"],
    );
  });

  const AGAINST = "main at a1b2c3d, where this branch began";
  for (const [why, score, base, verdict, message] of [
    [
      "main was as low where the branch began",
      72,
      70,
      "pass",
      `SEO: 72 against the 70 of ${AGAINST}; runs differ by 3 without any change.`,
    ],
    [
      "the branch fell below what main was",
      60,
      75,
      "fail",
      `SEO: 60 is 15 points below the 75 of ${AGAINST}; runs differ by 3 without any change.`,
    ],
    [
      "one run of main was higher than main is over its runs",
      89,
      99,
      "pass",
      "SEO: 89 against the rolling 90 of 5 runs; runs differ by 3 without any change.",
    ],
    [
      "the run of main has no score",
      80,
      null,
      "fail",
      "SEO: 80 is 10 points below the rolling 90 of 5 runs; runs differ by 3 without any change.",
    ],
  ] as const)
    it(`blames a branch for no fall of main's: ${why}`, () => {
      const run = { ...audit(score), base: { against: AGAINST, score: base } };
      const { reasons } = gate({ runs: { seo: run }, health });
      const about = reasons.find(({ code }) => code.startsWith("health"));
      expect([about?.level, about?.message]).to.deep.equal([verdict, message]);
    });

  it("names what findings are new since", () => {
    const found = { critical: group(2, "The page has no title."), since: AGAINST };
    expect(gate({ runs: { seo: audit(90, found) } }).reasons[0]?.message).to.equal(
      `SEO: 2 new critical findings since ${AGAINST}. One of them: "The page has no title".`,
    );
    expect(gate({ runs: { seo: audit(90, { since: AGAINST }) } }).reasons[0]?.message).to.equal(
      `SEO: 0 new critical and 0 new serious findings since ${AGAINST}.`,
    );
  });

  it("follows the thresholds of the project", () => {
    const runs = { visual: pictures(40, 37), seo: audit(90, { critical: group(1), serious: group(4) }) };
    const verdictWith = (settings: unknown) => gate({ runs, thresholds: readThresholds({ gate: settings }) }).verdict;
    expect(verdictWith({})).to.equal("fail");
    expect(verdictWith({ visualFailures: { fail: 5 }, newCritical: { fail: 2 } })).to.equal("warn");
    const calm = { visualFailures: { warn: 4, fail: 5 }, newCritical: { warn: null, fail: null } };
    expect(verdictWith({ ...calm, newSerious: { warn: null } })).to.equal("pass");
    expect(verdictWith({ ...calm, newSerious: { warn: null, fail: 4 } })).to.equal("fail");
  });
});

describe("the thresholds of the gate", () => {
  for (const settings of [
    undefined,
    null,
    "x",
    7,
    {},
    { gate: null },
    { gate: [] },
    { gate: { visualFailures: "no" } },
  ])
    it(`are the defaults for settings of ${JSON.stringify(settings)}`, () => {
      expect(readThresholds(settings)).to.deep.equal(DEFAULT_GATE);
    });

  it("pass over what is no limit, and take what is", () => {
    const gate = {
      visualFailures: { warn: -1, fail: "3" },
      newSerious: { warn: 0, fail: 8 },
      healthFall: { warn: null, fail: Number.NaN },
      required: ["visual", "nonsense", 4],
      unknown: { fail: 1 },
    };
    expect(readThresholds({ gate })).to.deep.equal({
      ...DEFAULT_GATE,
      newSerious: { warn: 1, fail: 8 },
      healthFall: { warn: null, fail: 10 },
      required: ["visual"],
    });
  });
});
