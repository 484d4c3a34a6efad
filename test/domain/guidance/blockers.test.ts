import { expect } from "chai";
import { blockersOf } from "../../../domain/guidance/blockers.ts";
import { DAY_MS, type Facts } from "../../../domain/guidance/facts.ts";
import { DEFAULT_GATE } from "../../../domain/health/gateThresholds.ts";
import { empty, facts, NOW, never, pillarOf, pillars, problem, run, scenario } from "./support.ts";

/** Facts with one thing wrong: the verdict, and everything that is not clear as level, code, message and tool. */
const CASES: [name: string, given: Partial<Facts>, verdict: string, items: [string, string, string, string][]][] = [
  ["all green", {}, "ready", []],
  [
    "nothing was done",
    empty(),
    "undecided",
    [["undecided", "no_data", "There are 0 runs for the branch main, so the result is inconclusive.", "runAudits"]],
  ],
  [
    "pictures that are not approved",
    {
      pillars: pillars(
        pillarOf("visual", {
          latest: run("visual", { counts: { total: 4, passed: 3, approved: 1, noBaseline: 0 } }),
        }),
      ),
    },
    "blocked",
    [["blocks", "visual_failures", "Visual: What the run came to.", "readFailures"]],
  ],
  [
    "as many as the project allows",
    {
      thresholds: { ...DEFAULT_GATE, visualFailures: { warn: null, fail: 2 } },
      pillars: pillars(
        pillarOf("visual", {
          latest: run("visual", { counts: { total: 4, passed: 3, approved: 0, noBaseline: 0 } }),
        }),
      ),
    },
    "ready",
    [],
  ],
  [
    "a new critical finding",
    {
      problems: [problem("seo", "robots", { severity: "critical", status: "new", sentence: "Robots are\nkept out." })],
    },
    "blocked",
    [["blocks", "new_critical", 'SEO: 1 new critical finding. It is: "Robots are kept out".', "readReport"]],
  ],
  [
    "a new serious finding",
    { problems: [problem("a11y", "alt", { status: "regressed" })] },
    "ready",
    [["warns", "new_serious", 'Accessibility: 1 new serious finding. It is: "alt is broken".', "readReport"]],
  ],
  ["old findings", { problems: [problem("a11y", "alt", { severity: "critical" })] }, "ready", []],
  [
    "a critical finding that an earlier run brought, where the newest did not look",
    { problems: [problem("seo", "robots", { severity: "critical", status: "new", runId: "run_earlier" })] },
    "ready",
    [],
  ],
  [
    "findings that nothing can be compared with",
    {
      problems: [problem("a11y", "alt", { severity: "critical", status: "new" })],
      pillars: pillars(pillarOf("a11y", { latest: run("a11y", { startingPoint: { critical: 1, serious: 0 } }) })),
    },
    "ready",
    [
      [
        "warns",
        "not_comparable",
        "Accessibility: starting point with 1 critical finding; whether the branch main caused it is unknown, because there is no earlier run to compare with.",
        "readReport",
      ],
    ],
  ],
  [
    "a broken budget",
    {
      pillars: pillars(
        pillarOf("perf", {
          latest: run("perf", {
            verdict: "fail",
            reasons: ["LCP 4 s."],
            budget: { pass: false, violations: ["LCP 4 s."] },
          }),
        }),
      ),
    },
    "blocked",
    [["blocks", "budget_broken", "Performance: 1 budget is exceeded: LCP 4 s.", "readReport"]],
  ],
  [
    "rows of the tracking plan that failed",
    {
      pillars: pillars(
        pillarOf("tracking", {
          latest: run("tracking", { verdict: "fail", reasons: ["2 rows of the plan failed at /cart."] }),
        }),
      ),
    },
    "blocked",
    [["blocks", "audit_failed", "Tracking: the audit did not pass. 2 rows of the plan failed at /cart.", "readReport"]],
  ],
  [
    "a limit of the project for findings that the gate does not judge",
    {
      pillars: pillars(
        pillarOf("seo", {
          latest: run("seo", {
            verdict: "fail",
            reasons: ["3 new moderate findings.", "1 accepted finding is not counted."],
          }),
        }),
      ),
    },
    "blocked",
    [["blocks", "audit_failed", "SEO: the audit did not pass. 3 new moderate findings.", "readReport"]],
  ],
  [
    "an audit that failed for new findings alone, about which the gate decides",
    {
      pillars: pillars(
        pillarOf("a11y", {
          latest: run("a11y", {
            verdict: "fail",
            reasons: ["1 new serious finding.", "2 accepted findings are not counted."],
          }),
        }),
      ),
    },
    "ready",
    [],
  ],
  [
    "a run that failed",
    { pillars: pillars(pillarOf("seo", { latest: run("seo", { status: "failed" }) })) },
    "undecided",
    [["undecided", "run_not_completed", "SEO: the latest run for the branch main did not complete.", "checkSetup"]],
  ],
  [
    "a run that was cancelled",
    { pillars: pillars(pillarOf("seo", { latest: run("seo", { status: "failed", error: "cancelled by key x" }) })) },
    "undecided",
    [
      [
        "undecided",
        "run_not_completed",
        "SEO: the latest run for the branch main did not complete: cancelled by key x",
        "runAudits",
      ],
    ],
  ],
  [
    "a run that goes on",
    { pillars: pillars(pillarOf("seo", { latest: run("seo", { status: "running" }) })) },
    "undecided",
    [["undecided", "run_running", "SEO: 1 run for the branch main has not ended yet.", "waitForRun"]],
  ],
  [
    "a required pillar without a run",
    { thresholds: { ...DEFAULT_GATE, required: ["seo"] }, pillars: pillars(never("seo")) },
    "undecided",
    [
      [
        "undecided",
        "pillar_required",
        "SEO is required before a merge, and the branch main has 0 runs of it.",
        "runAudits",
      ],
    ],
  ],
  [
    "a pillar without a run that is not required",
    { pillars: pillars(never("seo"), never("privacy")) },
    "ready",
    [
      [
        "warns",
        "not_audited",
        "2 pillars were never audited on main and are not required: SEO and Privacy.",
        "runAudits",
      ],
    ],
  ],
  [
    "an old visual test",
    { pillars: pillars(pillarOf("visual", { completed: run("visual", { at: NOW - 20 * DAY_MS }) })) },
    "undecided",
    [
      [
        "undecided",
        "stale",
        "Visual: the newest completed run is 20 days old; after 14 days it says little about what is released.",
        "runVisualTest",
      ],
    ],
  ],
  [
    "an old audit",
    { pillars: pillars(pillarOf("seo", { completed: run("seo", { at: NOW - 20 * DAY_MS }) })) },
    "ready",
    [
      [
        "warns",
        "stale",
        "SEO: the newest completed run is 20 days old; after 14 days it says little about what is released.",
        "runAudits",
      ],
    ],
  ],
  [
    "an old audit that is required",
    {
      thresholds: { ...DEFAULT_GATE, required: ["seo"] },
      pillars: pillars(pillarOf("seo", { completed: run("seo", { at: NOW - 20 * DAY_MS }) })),
    },
    "undecided",
    [
      [
        "undecided",
        "stale",
        "SEO: the newest completed run is 20 days old; after 14 days it says little about what is released.",
        "runAudits",
      ],
    ],
  ],
  [
    "a scenario without any baseline",
    {
      scenarios: [scenario("Home", "/"), scenario("New", "/new", { withoutBaseline: ["phone", "tablet", "desktop"] })],
    },
    "ready",
    [
      [
        "warns",
        "no_baseline",
        "Visual: 1 of 2 scenarios has no baseline, so a change cannot be detected.",
        "captureBaselines",
      ],
    ],
  ],
  [
    "a plan that no audit proved",
    { pillars: pillars(pillarOf("tracking", { completed: null, latest: run("tracking", { status: "running" }) })) },
    "undecided",
    [
      ["undecided", "run_running", "Tracking: 1 run for the branch main has not ended yet.", "waitForRun"],
      [
        "warns",
        "tracking_unproven",
        "Tracking: the plan has 1 page and 1 event, and no completed audit proves them.",
        "runAudits",
      ],
    ],
  ],
];

describe("blockers of a release", () => {
  for (const [name, given, verdict, expected] of CASES)
    it(`${name}: ${verdict}`, () => {
      const found = blockersOf(facts(given));
      const items = found.items
        .filter(({ level }) => level !== "clear")
        .map(({ level, code, message, call }) => [level, code, message, call?.action]);
      expect([found.verdict, items]).to.deep.equal([verdict, expected]);
    });

  it("suggests that a cancelled run be repeated where it was", () => {
    const latest = run("seo", { status: "failed", error: "cancelled by key x", place: { environment: "Staging" } });
    const [item] = blockersOf(facts({ pillars: pillars(pillarOf("seo", { latest })) })).items;
    expect(item?.call?.args).to.deep.equal({ project: "shop", pillars: ["seo"], environment: "Staging" });
    const gate = { runId: "run_canary", state: "failed" as const, why: "cancelled by key x", environment: "Canary" };
    const [other] = blockersOf(facts({ pillars: pillars(pillarOf("seo", { gate })) })).items;
    expect(other?.call?.args).to.deep.equal({ project: "shop", pillars: ["seo"], environment: "Canary" });
  });

  it("names the environment of an exceeded budget, as the gate does", () => {
    const budget = { pass: false, violations: ["LCP 4 s"] };
    const latest = run("perf", { verdict: "fail", reasons: ["LCP 4 s is over the budget."], budget });
    const findings = { compared: true, critical: { count: 0, example: null }, serious: { count: 0, example: null } };
    const gate = {
      runId: latest.runId,
      state: "audited" as const,
      score: 90,
      failures: [...latest.reasons],
      findings,
      environment: "Staging",
    };
    const { items } = blockersOf(facts({ pillars: pillars(pillarOf("perf", { latest, gate })) }));
    expect(items.filter(({ level }) => level === "blocks").map(({ message }) => message)).to.deep.equal([
      "Performance on Staging: 1 budget is exceeded: LCP 4 s",
    ]);
  });

  it("says what does not block and why, in the order of the pillars", () => {
    const { items } = blockersOf(facts({ pillars: pillars({ ...never("privacy"), locked: true }), plan: "hobby" }));
    expect(items.map(({ level, message }) => `${level}: ${message}`)).to.deep.equal([
      "clear: Visual: What the run came to.",
      "clear: Accessibility: 0 new critical and 0 new serious findings.",
      "clear: Performance: 0 new critical and 0 new serious findings.",
      "clear: SEO: 0 new critical and 0 new serious findings.",
      "clear: Security: 0 new critical and 0 new serious findings.",
      "clear: Tracking: 0 new critical and 0 new serious findings.",
      "clear: Not part of the hobby plan, so not held against the release: Privacy.",
    ]);
    expect(items.every(({ call }) => call === null)).to.equal(true);
  });

  it("puts what blocks before what is undecided, before what is to look at", () => {
    const { verdict, items } = blockersOf(
      facts({
        problems: [
          problem("seo", "robots", { severity: "critical", status: "new" }),
          problem("a11y", "alt", { status: "new" }),
        ],
        pillars: pillars(pillarOf("perf", { latest: run("perf", { status: "failed" }) })),
      }),
    );
    expect([verdict, items.slice(0, 3).map(({ level, code }) => `${level} ${code}`)]).to.deep.equal([
      "blocked",
      ["blocks new_critical", "undecided run_not_completed", "warns new_serious"],
    ]);
  });
});
