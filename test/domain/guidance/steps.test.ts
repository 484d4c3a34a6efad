import { expect } from "chai";
import type { Pillar } from "../../../domain/audit/pillars.ts";
import { DAY_MS, type Facts } from "../../../domain/guidance/facts.ts";
import { gainOf } from "../../../domain/guidance/gain.ts";
import { stepsOf } from "../../../domain/guidance/steps.ts";
import type { PillarHealth } from "../../../domain/health/types.ts";
import {
  change,
  empty,
  facts,
  known,
  NOW,
  never,
  pillarOf,
  pillars,
  place,
  problem,
  run,
  scenario,
} from "./support.ts";

const DONE = { project: "shop" };
const fallingSeo: PillarHealth = {
  pillar: "seo",
  score: 80,
  coverage: 1,
  trend: { perDay: -2, direction: "falling", sentence: "Falling by 2 points a day over 5 runs in 4 days." },
  confidence: "high",
  noise: 1,
  runs: 5,
  lastRunAt: null,
  newestFailed: null,
  notCovered: [],
  notCoveredCount: 0,
};

/** Good facts with one thing wrong; the resulting codes; tool and args of the first. */
const CANCELLED_THERE = {
  status: "failed",
  error: "cancelled by key x",
  place: { branch: "main", baseUrl: "https://x.example.app" },
} as const;
const RULES: [name: string, given: Partial<Facts>, codes: string[], tool: string, args: Record<string, unknown>][] = [
  ["all green", {}, ["all_green"], "askGate", DONE],
  [
    "a run goes on",
    { running: [run("seo", { status: "running", at: NOW - 120_000 })] },
    ["wait"],
    "waitForRun",
    { ...DONE, runId: "run_seo" },
  ],
  ["nothing was done", empty(), ["crawl", "first_scenario", "missing_audits"], "crawl", DONE],
  [
    "no scenario, but crawled",
    { ...empty(), crawled: true, knownPages: [known("/"), known("/pricing")] },
    ["first_scenario", "missing_audits"],
    "createScenario",
    { ...DONE, label: "Home", url: "/", captureBaseline: true },
  ],
  [
    "the newest run failed",
    {
      pillars: pillars(
        pillarOf("seo", { latest: run("seo", { status: "failed", error: "The site is unavailable." }) }),
      ),
    },
    ["run_failed"],
    "checkSetup",
    DONE,
  ],
  [
    "the newest runs were cancelled on one preview",
    {
      pillars: pillars(
        pillarOf("seo", { latest: run("seo", CANCELLED_THERE) }),
        pillarOf("perf", { latest: run("perf", CANCELLED_THERE) }),
      ),
    },
    ["run_failed"],
    "runAudits",
    { ...DONE, pillars: ["perf", "seo"], ...CANCELLED_THERE.place },
  ],
  [
    "the baseline run was cancelled",
    { baselineRun: run("visual", { type: "baseline", status: "failed", error: "cancelled by a@b" }) },
    ["run_failed"],
    "captureBaselines",
    DONE,
  ],
  [
    "the baseline run of a scenario was cancelled",
    {
      baselineRun: run("visual", {
        type: "baseline",
        status: "failed",
        error: "cancelled by a@b",
        scenarios: ["Cart"],
        place: { environment: "Staging" },
      }),
    },
    ["run_failed"],
    "captureBaselines",
    { ...DONE, scenarios: ["Cart"], environment: "Staging" },
  ],
  [
    "the baseline run failed",
    { baselineRun: run("visual", { type: "baseline", status: "failed" }) },
    ["run_failed"],
    "checkSetup",
    DONE,
  ],
  [
    "one scenario lacks baselines",
    { scenarios: [scenario("Home", "/"), scenario("Cart", "/cart", { withoutBaseline: ["phone", "tablet"] })] },
    ["capture_baseline"],
    "captureBaselines",
    { ...DONE, scenarios: ["Cart"] },
  ],
  [
    "every scenario lacks them, and there is no visual test",
    {
      scenarios: [scenario("Home", "/", { withoutBaseline: ["phone", "tablet", "desktop"] })],
      knownPages: [known("/")],
      pillars: pillars(never("visual")),
    },
    ["capture_baseline"],
    "captureBaselines",
    DONE,
  ],
  [
    "pictures differ",
    { problems: [change(["Home"])] },
    ["visual_failures"],
    "explainFailure",
    { ...DONE, scenarioLabel: "Home", viewport: "desktop", runId: "run_visual" },
  ],
  [
    "new serious findings",
    { problems: [problem("seo", "title", { status: "new" })] },
    ["new_findings"],
    "readReport",
    { ...DONE, pillar: "seo", runId: "run_seo" },
  ],
  [
    "a budget is broken",
    {
      pillars: pillars(
        pillarOf("perf", { completed: run("perf", { budget: { pass: false, violations: ["LCP 4.1 s"] } }) }),
      ),
    },
    ["budget_broken"],
    "readReport",
    { ...DONE, pillar: "perf", runId: "run_perf" },
  ],
  [
    "baselines, but no visual test",
    { pillars: pillars(never("visual")) },
    ["first_visual_test"],
    "runVisualTest",
    DONE,
  ],
  [
    "audits that never ran",
    { pillars: pillars(never("privacy"), never("seo")) },
    ["missing_audits"],
    "runAudits",
    { ...DONE, pillars: ["seo", "privacy"] },
  ],
  [
    "audits that the plan does not have",
    { pillars: pillars({ ...never("privacy"), locked: true }) },
    ["all_green"],
    "askGate",
    DONE,
  ],
  [
    "an old run",
    { pillars: pillars(pillarOf("a11y", { completed: run("a11y", { at: NOW - 15 * DAY_MS }) })) },
    ["stale"],
    "runAudits",
    { ...DONE, pillars: ["a11y"] },
  ],
  [
    "a run that is just not old",
    { pillars: pillars(pillarOf("a11y", { completed: run("a11y", { at: NOW - 14 * DAY_MS }) })) },
    ["all_green"],
    "askGate",
    DONE,
  ],
  [
    "old serious findings",
    { problems: [problem("security", "hsts")] },
    ["open_findings"],
    "readReport",
    { ...DONE, pillar: "security", runId: "run_security" },
  ],
  ["no tracking plan", { tracking: { pages: 0, events: 0 } }, ["tracking_plan"], "planTrackedPages", DONE],
  [
    "a page without a scenario",
    { knownPages: [known("/"), known("/cart"), known("/pricing")] },
    ["uncovered_pages"],
    "createScenario",
    { ...DONE, label: "Pricing", url: "/pricing", captureBaseline: true },
  ],
  [
    "a falling score",
    { health: [fallingSeo] },
    ["falling"],
    "readReport",
    { ...DONE, pillar: "seo", runId: "run_seo" },
  ],
  [
    "mild findings",
    { problems: [problem("seo", "alt", { severity: "minor" })] },
    ["mild_findings"],
    "readReport",
    { ...DONE, pillar: "seo", runId: "run_seo" },
  ],
  [
    "an old visual test",
    { pillars: pillars(pillarOf("visual", { completed: run("visual", { at: NOW - 15 * DAY_MS }) })) },
    ["stale"],
    "runVisualTest",
    DONE,
  ],
  ["a site that was never crawled", { crawled: false }, ["unknown_pages"], "crawl", DONE],
];

describe("the steps to take", () => {
  for (const [name, given, codes, tool, args] of RULES)
    it(name, () => {
      const steps = stepsOf(facts(given));
      expect(steps.map(({ code }) => code)).to.deep.equal(codes);
      expect([steps[0]?.call.action, steps[0]?.call.args]).to.deep.equal([tool, args]);
      for (const { title, why, gain } of steps) {
        expect(title).to.match(/^\S.*\S$/);
        expect(why).to.match(/^\S.*\S$/);
        expect(gain.sentence).to.match(/\.$/);
      }
    });

  it("come in the order of the rules, each with its figures", () => {
    const steps = stepsOf(
      facts({
        problems: [
          change(["Cart", "Home"]),
          problem("functional", "locator", { evidence: { scenario: "Pay" } }),
          problem("functional", "flaky", { severity: "minor", kind: "warning" }),
          problem("seo", "title", { severity: "critical", status: "new" }),
          problem("seo", "meta"),
          problem("a11y", "contrast"),
        ],
        running: [run("seo", { status: "running" })],
      }),
    );
    expect(steps.map(({ code, title }) => [code, title])).to.deep.equal([
      ["wait", "Wait for the SEO audit that is running"],
      ["visual_failures", "Review 2 changed screenshots with the same change"],
      ["functional_failures", "Fix 1 failed scenario"],
      ["new_findings", 'Fix "title is broken" (SEO)'],
      ["open_findings", 'Fix "contrast is broken" (Accessibility)'],
      ["open_findings", 'Fix "meta is broken" (SEO)'],
    ]);
    expect(steps[1]?.why).to.equal('What the run came to. The first: "Pixels differ" on "Cart, Home · desktop".');
    expect(steps[1]?.figures).to.deep.equal({ pictures: 2, of: 4, causes: 1, score: 20.3 });
    // The score above is 6 × (1 + 2/4) × 1.5 × 1.5. The gain below is half of the visual pillar's 20 missing points, at 18 of 82 parts of
    // the weight.
    expect(steps[1]?.gain).to.deep.equal({
      sentence: "The screenshots pass; the quality score can rise by up to 2.2.",
      points: 2.2,
    });
    expect(steps[3]?.why).to.equal('1 new finding, at worst critical, on 1 page. The first: "title is broken" on "/".');
  });

  const days = (pillar: Pillar, count: number) => {
    const old = run(pillar, { at: NOW - count * DAY_MS });
    return pillarOf(pillar, { latest: old, completed: old });
  };
  const bare = (key: string) => scenario(key, key, { withoutBaseline: ["phone"] });
  const SENTENCES: [name: string, given: Partial<Facts>, sentences: string[]][] = [
    [
      "one pillar never ran",
      { pillars: pillars(never("seo")) },
      [
        "1 of 6 audits that the enterprise plan has was never completed on main.",
        "SEO, 10 % of the quality score, gets its first score.",
      ],
    ],
    [
      "two pillars never ran",
      { pillars: pillars(never("seo"), never("privacy")) },
      [
        "2 of 6 audits that the enterprise plan has were never completed on main.",
        "SEO and Privacy, 16 % of the quality score, get their first scores.",
      ],
    ],
    [
      "one run is old",
      { pillars: pillars(days("visual", 20)) },
      ["Run Visual again", "The newest run is 20 days old;", "18 % of the quality score reflects the current site."],
    ],
    [
      "two runs are old",
      { pillars: pillars(days("visual", 20), days("seo", 30)) },
      ["Run Visual and SEO again", "The newest runs are up to 30 days old;"],
    ],
    [
      "a run has just started",
      { running: [run("seo", { status: "running", at: NOW - 5_000 })] },
      ["It started just now;"],
    ],
    ["one scenario lacks a baseline", { scenarios: [bare("/")] }, ["1 of 1 scenario lacks 1 baseline on main,"]],
    [
      "two scenarios lack one each",
      { scenarios: [bare("/"), bare("/a")] },
      ["2 of 2 scenarios lack 2 baselines on main,"],
    ],
    [
      "one page is not covered",
      { knownPages: [known("/"), known("/a")], scenarios: [scenario("Home", "/")] },
      ["1 of 2 known pages has no scenario."],
    ],
    [
      "there is one scenario",
      { scenarios: [scenario("Home", "/")], tracking: { pages: 0, events: 0 }, crawled: false },
      [
        "1 scenario is known, and the tracking plan has no page,",
        "only what its 1 scenario visits is known.",
        "Tracking, 6 % of the quality score, gets its first score.",
      ],
    ],
    [
      "one pillar ran",
      { pillars: [pillarOf("seo")] },
      ["1 of 1 pillar has a run of the last 14 days; 0 problems are open."],
    ],
  ];
  for (const [name, given, sentences] of SENTENCES)
    it(`says it in numbers that agree: ${name}`, () => {
      const told = stepsOf(facts(given)).flatMap(({ title, why, gain }) => [title, why, gain.sentence]);
      for (const sentence of sentences) expect(told.join("\n")).to.contain(sentence);
    });

  it("names how many scenarios the call captures if it cannot name all", () => {
    const bare = Array.from({ length: 60 }, (_, at) =>
      scenario(`Page ${at}`, `/${at}`, { withoutBaseline: ["phone"] }),
    );
    const step = stepsOf(facts({ scenarios: [scenario("Home", "/"), ...bare] })).find(
      ({ code }) => code === "capture_baseline",
    );
    expect(step?.title).to.equal("Capture the baselines of the first 50 of 60 scenarios");
    expect(step?.gain.sentence).to.contain("50 screenshots");
    expect(step?.call.args.scenarios).to.have.length(50);
    expect(step?.call.label).to.equal("Capture baselines: the first 50 of 60 scenarios");
  });

  it("names the environment that was asked for", () => {
    const calls = (given: Partial<Facts>) =>
      stepsOf(facts({ environment: "staging", ...given })).map(({ call }) => call);
    expect(calls({})[0]?.args).to.deep.equal({ project: "shop", environment: "staging" });
  });

  it("at most three causes of one rule become steps", () => {
    const problems = ["a", "b", "c", "d"].map((rule) => problem("seo", rule));
    expect(stepsOf(facts({ problems })).map(({ title }) => title)).to.deep.equal([
      'Fix "a is broken" (SEO)',
      'Fix "b is broken" (SEO)',
      'Fix "c is broken" (SEO)',
    ]);
  });

  it("the findings of one rule are one step, new where one of them is", () => {
    const problems = [
      problem("seo", "alt", { id: "1", places: [place("/a")] }),
      problem("seo", "alt", { id: "2", places: [place("/b")], status: "new", severity: "moderate" }),
      problem("seo", "title", { id: "3", status: "ongoing" }),
    ];
    const steps = stepsOf(facts({ problems }));
    expect(steps.map(({ code, title, figures }) => [code, title, figures.count, figures.pages])).to.deep.equal([
      ["new_findings", 'Fix "alt is broken" (SEO)', 2, 2],
      ["open_findings", 'Fix "title is broken" (SEO)', 1, 1],
    ]);
    expect(steps[0]?.why).to.equal(
      '1 new finding of 2, at worst serious, on 2 pages. The first: "alt is broken" on "/a".',
    );
  });

  it("nothing is new at a starting point", () => {
    const start = run("seo", { startingPoint: { critical: 0, serious: 1 } });
    const given = {
      problems: [problem("seo", "title", { status: "new" })],
      pillars: pillars(pillarOf("seo", { latest: start, completed: start })),
    };
    expect(stepsOf(facts(given)).map(({ code }) => code)).to.deep.equal(["open_findings"]);
  });

  it("promises no points where there is no score", () => {
    expect(gainOf(facts({ quality: empty().quality }), "seo", 1, "It passes")).to.deep.equal({
      sentence: "It passes.",
      points: null,
    });
  });
});
