import { expect } from "chai";
import type { OpenFinding, PictureFailure, RunFact } from "../../../domain/guidance/facts.ts";
import { pictureId, type RunResults, storyOf } from "../../../domain/guidance/story.ts";
import { failure, finding, NOW, run } from "./support.ts";

const place = { project: "shop", environment: null, now: NOW };
const visual = (failures: PictureFailure[], more: Partial<RunFact> = {}, judged = failures): RunResults => ({
  run: run("visual", {
    at: NOW,
    verdict: failures.length > 0 ? "fail" : "pass",
    counts: { total: 6, passed: 6 - failures.length, approved: 1, noBaseline: 0 },
    ...more,
  }),
  failures,
  journeys: [],
  findings: [],
  notMeasured: [],
  judged: judged.map(pictureId),
});
const seo = (findings: OpenFinding[], more: Partial<RunFact> = {}, judged = ["/", "/a", "/b"]): RunResults => ({
  run: run("seo", { at: NOW, score: 80, reasons: ["No critical or serious finding."], ...more }),
  failures: [],
  journeys: [],
  findings,
  notMeasured: [],
  judged,
});
const tell = (results: RunResults, before: RunResults | null = null) => storyOf({ place, results, before });

describe("the story of a run", () => {
  it("of a visual test: counts, shared causes, and the worst to look at first", () => {
    const story = tell(
      visual([
        failure("Home", { fingerprint: "f", mismatchPercent: 2 }),
        failure("Cart", { fingerprint: "f", mismatchPercent: 3 }),
        failure("About", { flaky: true }),
        failure("Shop", { broken: true, code: "http_error", message: "HTTP 500." }),
      ]),
    );
    expect(story.happened).to.deep.equal([
      "Visual test: What the run came to.",
      "1 picture could not be captured at all.",
      "1 picture differs from attempt to attempt.",
      "2 of 4 come from 1 shared cause.",
    ]);
    expect(story.clusters.map(({ cause, severity, count, hint }) => [cause, severity, count, hint])).to.deep.equal([
      ["reason http_error", "critical", 1, null],
      [
        "change f",
        "serious",
        2,
        "The same change on 2 scenarios and 2 pictures: one cause, to be mended or approved at once.",
      ],
      ["scenario About", "minor", 1, null],
    ]);
    expect(story.clusters[1]?.places).to.deep.equal(["Cart · desktop · chromium", "Home · desktop · chromium"]);
    // 2 × 6 of 10 + 12 + 1.
    expect(story.lookFirst?.why).to.equal(
      "2 cases, at worst serious: 52 % of the weight of all that failed. The same change on 2 scenarios and 2 pictures: one cause, to be mended or approved at once.",
    );
    expect(story.lookFirst?.call.args).to.deep.equal({
      project: "shop",
      scenarioLabel: "Cart",
      viewport: "desktop",
      runId: "run_visual",
    });
  });

  it("of an audit: the rules over pages, and the element that they share", () => {
    const story = tell({
      ...seo([
        finding("seo", "alt", { key: "/a", target: "img.logo" }),
        finding("seo", "alt", { key: "/b", target: "img.logo" }),
        finding("seo", "title", { key: "/a" }),
        finding("seo", "title", { key: "/b" }),
        finding("seo", "robots", { key: "", severity: "critical" }),
      ]),
      notMeasured: [{ key: "/c", reason: "Timed out." }],
    });
    expect(story.happened).to.deep.equal([
      "SEO audit: What the run came to.",
      "No critical or serious finding.",
      "1 page could not be measured. The first, /c: Timed out.",
      "4 of 5 come from 2 shared causes.",
    ]);
    expect(story.clusters.map(({ cause, places, hint }) => [cause, places, hint])).to.deep.equal([
      ["robots", ["the whole site"], null],
      ["alt", ["/a", "/b"], "img.logo on 2 pages: probably one place in a shared template."],
      ["title", ["/a", "/b"], "The same on 2 pages: probably one place in a shared template."],
    ]);
    // 12 for alt and title, 10 for robots: the name decides.
    expect(story.lookFirst?.what).to.equal("alt is broken.");
  });

  it("a finding of several pages stayed, on however many of them", () => {
    const pages = { count: 3, of: 9, first: [] };
    const shared = (fingerprint: string, more: object = {}) =>
      finding("seo", "title", { fingerprint, cause: "c", ...more });
    const whole = shared("c", { pages, keys: ["/a", "/b", "/c"], key: "/a" });
    const changes = (now: OpenFinding[], then: OpenFinding[], judged: string[]) => {
      const { changes: told } = tell(seo(now, { runId: "run_2" }, judged), seo(then, { runId: "run_1" }));
      return [told?.appeared, told?.gone, told?.stayed, told?.notJudged];
    };
    expect(changes([whole], [shared("p1")], ["/a"])).to.deep.equal([0, 0, 1, 0]);
    expect(changes([shared("p1")], [whole], ["/a"])).to.deep.equal([0, 0, 1, 0]);
    expect(changes([], [whole], ["/a"])).to.deep.equal([0, 0, 0, 1]);
    expect(changes([], [whole], ["/a", "/b"])).to.deep.equal([0, 1, 0, 0]);
  });

  it("what appeared, what is gone, what stayed; gone is only what was looked at again", () => {
    const gone = finding("seo", "gone", { key: "/a" });
    const unseen = finding("seo", "unseen", { key: "/z" });
    const stays = finding("seo", "stays", { key: "/a" });
    const fresh = finding("seo", "fresh", { key: "/b" });
    const story = tell(
      seo([stays, fresh], { runId: "run_2" }),
      seo([gone, unseen, stays], { runId: "run_1", score: 75.55 }),
    );
    expect(story.changes).to.deep.equal({
      comparedWith: "run_1",
      scoreBefore: 75.6,
      scoreNow: 80,
      appeared: 1,
      gone: 1,
      stayed: 1,
      notJudged: 1,
      examples: { appeared: ["fresh: fresh is broken."], gone: ["gone: gone is broken."] },
    });
    expect(story.happened.at(-1)).to.equal(
      "Since run_1: 1 appeared, 1 gone, 1 stayed, 1 not looked at again; the score went from 75.6 to 80.",
    );
  });

  it("of pictures likewise, by scenario, viewport and browser", () => {
    const [home, phone] = [failure("Home"), failure("Home", { viewport: "phone" })];
    const { changes } = tell(visual([phone], {}, [home, phone]), visual([home]));
    expect([changes?.appeared, changes?.gone, changes?.notJudged, changes?.examples]).to.deep.equal([
      1,
      1,
      0,
      { appeared: ["Home on phone"], gone: ["Home on desktop"] },
    ]);
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
      expect(story.lookFirst?.call.deed).to.equal(tool);
    });
});
