import { expect } from "chai";
import type { RunFact } from "../../../domain/guidance/facts.ts";
import { failureHistory, type RunResults } from "../../../domain/guidance/failureHistory.ts";
import type { FoundProblem } from "../../../domain/problems/problem.ts";
import { place as at, NOW, change as openChange, problem as openProblem, run } from "./support.ts";

const place = { project: "shop", environment: null, now: NOW };

const finding = (cause: string, pages: string[] = ["/a"], more: Partial<FoundProblem> = {}): FoundProblem => ({
  ...openProblem("seo", cause, { places: pages.map((page) => at(page)) }),
  cause,
  ...more,
});
const change = (cause: string, labels: [string, ...string[]], more: Partial<FoundProblem> = {}): FoundProblem => ({
  ...openChange(labels),
  cause,
  ...more,
});

const visual = (found: FoundProblem[], more: Partial<RunFact> = {}, judged?: string[]): RunResults => ({
  run: run("visual", {
    at: NOW,
    verdict: found.length > 0 ? "fail" : "pass",
    counts: { total: 6, passed: 6 - found.length, approved: 1, noBaseline: 0 },
    ...more,
  }),
  problems: {
    pillar: "visual",
    found,
    looked: ({ label }) => judged === undefined || judged.includes(label),
    absent: () => false,
  },
  notMeasured: [],
});
const seo = (found: FoundProblem[], more: Partial<RunFact> = {}, judged = ["/", "/a", "/b"]): RunResults => ({
  run: run("seo", { at: NOW, score: 80, reasons: ["No critical or serious finding."], ...more }),
  problems: {
    pillar: "seo",
    found,
    looked: ({ page }) => page === "" || judged.includes(page),
    absent: ({ page }) => page === "/gone",
  },
  notMeasured: [],
});
const tell = (results: RunResults, before: RunResults | null = null) => failureHistory({ place, results, before });

describe("the story of a run", () => {
  it("of a visual test: shared causes, and the worst to look at first", () => {
    const story = tell(
      visual([
        change("f", ["Cart", "Home"]),
        change("unstable About", ["About"], { severity: "minor", kind: "warning" }),
        change("error http_error", ["Shop"], { severity: "critical", title: "HTTP 500.", sentence: "HTTP 500." }),
        change("approved", ["Home"], { accepted: { by: "ann", reason: null, until: null } }),
      ]),
    );
    expect(story.happened).to.deep.equal(["Visual test: What the run came to.", "2 of 4 come from 1 shared cause."]);
    expect(story.clusters.map(({ cause, severity, count, hint }) => [cause, severity, count, hint])).to.deep.equal([
      ["HTTP 500.", "critical", 1, null],
      ["Pixels differ.", "serious", 2, "The same in 2 scenarios: one cause."],
      ["Pixels differ.", "minor", 1, null],
    ]);
    expect(story.clusters[1]?.places).to.deep.equal(["Cart · desktop · chromium", "Home · desktop · chromium"]);
    // 2 × 6 of 10 + 12 + 1.
    expect(story.lookFirst?.why).to.equal(
      "2 cases, at worst serious: 52 % of the weight of all that failed. The same in 2 scenarios: one cause.",
    );
    expect(story.lookFirst?.call.args).to.deep.equal({
      project: "shop",
      scenarioLabel: "Cart",
      viewport: "desktop",
      runId: "run_visual",
    });
  });

  it("of an audit: its findings over pages, and the element that they share", () => {
    const story = tell({
      ...seo([
        finding("alt", ["/a", "/b"], { evidence: { target: "img.logo" } }),
        finding("title", ["/a", "/b"]),
        finding("robots", [""], { severity: "critical" }),
        finding("doubt", ["/a"], { kind: "review" }),
      ]),
      notMeasured: [{ key: "/c", reason: "Timed out." }],
    });
    expect(story.happened).to.deep.equal([
      "SEO audit: What the run came to.",
      "No critical or serious finding.",
      '1 page could not be measured. The first, "/c": Timed out.',
      "4 of 5 come from 2 shared causes.",
    ]);
    expect(story.clusters.map(({ cause, places, hint }) => [cause, places, hint])).to.deep.equal([
      ["robots is broken.", ["the whole site"], null],
      ["alt is broken.", ["/a", "/b"], '"img.logo" on 2 pages: probably one place in a shared template.'],
      ["title is broken.", ["/a", "/b"], "The same on 2 pages: probably one place in a shared template."],
    ]);
    // alt and title have 12, robots has 10; the name breaks the tie.
    expect(story.lookFirst?.what).to.equal('"alt is broken" on "/a, /b"');
  });

  it("what appeared, what is gone, what stayed; gone is only what was looked at again", () => {
    const stays = finding("stays");
    const story = tell(
      seo([stays, finding("fresh", ["/b"])], { runId: "run_2" }),
      seo([finding("gone"), finding("page gone", ["/gone"]), finding("unseen", ["/z"]), stays], {
        runId: "run_1",
        score: 75.55,
      }),
    );
    expect(story.changes).to.deep.equal({
      comparedWith: "run_1",
      scoreBefore: 75.6,
      scoreNow: 80,
      appeared: 1,
      gone: 2,
      stayed: 1,
      notJudged: 1,
      examples: {
        appeared: ["fresh is broken. (/b)"],
        gone: ["gone is broken. (/a)", "page gone is broken. (/gone)"],
      },
    });
    expect(story.happened.at(-1)).to.equal(
      "Since run_1: 1 appeared, 2 gone, 1 stayed, 1 not checked again; the score went from 75.6 to 80.",
    );
  });

  it("a finding of several pages is gone when half of them were looked at again", () => {
    const gone = (judged: string[]) => {
      const { changes } = tell(seo([], { runId: "run_2" }, judged), seo([finding("title", ["/a", "/b", "/c"])]));
      return [changes?.gone, changes?.notJudged];
    };
    expect(gone(["/a"])).to.deep.equal([0, 1]);
    expect(gone(["/a", "/b"])).to.deep.equal([1, 0]);
  });

  it("what passes on a retry neither appears nor goes", () => {
    const flaky = change("unstable", ["Home"], { kind: "warning" });
    const { changes } = tell(visual([]), visual([flaky]));
    expect([changes?.gone, changes?.notJudged]).to.deep.equal([0, 0]);
  });

  it("that was cancelled on a preview is run again there", () => {
    const place = { environment: "Staging", branch: "feature/x", prNumber: 7, baseUrl: "https://x.example.app" };
    const cancelled = { status: "failed", error: "cancelled by key x", place } as const;
    const { lookFirst } = tell(visual([], { ...cancelled, counts: null }));
    expect(lookFirst?.call).to.deep.include({ action: "runVisualTest", args: { project: "shop", ...place } });
  });

  for (const [name, results, happened, tool] of [
    ["that goes on", visual([], { status: "running", counts: null }), ["Visual test is still running."], "waitForRun"],
    [
      "that failed",
      seo([], {
        status: "failed",
        error: "cancelled by key x",
        sentence: "cancelled by key x",
        reasons: ["cancelled by key x"],
      }),
      ["SEO audit: cancelled by key x"],
      "runAudits",
    ],
    [
      "that could not be worked on",
      visual([], { status: "failed", error: "No browser.", sentence: "No browser.", counts: null }),
      ["Visual test: No browser."],
      "checkSetup",
    ],
    ["in which all passed", visual([]), ["Visual test: What the run came to."], undefined],
    [
      "that ended days ago and did not pass without a finding",
      seo([], {
        verdict: "fail",
        reasons: ["The score 80 is below the project's minimum score of 90."],
        at: NOW - 3 * 86_400_000,
      }),
      [
        "SEO audit: What the run came to.",
        "The score 80 is below the project's minimum score of 90.",
        "The run ended 3 days ago.",
      ],
      "readReport",
    ],
    ["of baselines", visual([], { type: "baseline" }), ["Baseline capture: What the run came to."], undefined],
  ] as const)
    it(`of a run ${name}`, () => {
      const story = tell(results as RunResults);
      expect(story.happened).to.deep.equal(happened);
      expect(story.lookFirst?.call.action).to.equal(tool);
    });
});
