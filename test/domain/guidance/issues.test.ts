import { expect } from "chai";
import { rankIssues } from "../../../domain/guidance/issues.ts";
import { change, facts, place, problem } from "./support.ts";

describe("the ranking of issues", () => {
  it("is by the priority of the problem, with its factors", () => {
    const [issue] = rankIssues(
      facts({
        problems: [
          problem("seo", "title", {
            severity: "critical",
            status: "new",
            places: [place("/a/b"), place("/a")],
            knownPlaces: 4,
          }),
        ],
      }),
    );
    // 10 × (1 + 2/4) × 1.5 × 1.1
    expect(issue).to.deep.include({
      id: "seo title",
      severity: "critical",
      score: 24.8,
      factors: { severity: 10, reach: 1.5, newness: 1.5, importance: 1.1 },
      why: "Critical, on 2 of 4 places, new. Its most important page is /a.",
      message: "title is broken. (/a/b, /a)",
      count: 2,
      newCount: 2,
      pages: ["/a", "/a/b"],
      pageCount: 2,
      runId: "run_seo",
    });
    expect(issue?.call).to.deep.equal({
      label: "SEO report",
      action: "readReport",
      args: { project: "shop", pillar: "seo", runId: "run_seo" },
    });
  });

  it("counts what concerns the whole site on every page, and as important as the first", () => {
    const [issue] = rankIssues(
      facts({ problems: [problem("seo", "robots", { places: [place("")], knownPlaces: 7 })] }),
    );
    expect(issue).to.deep.include({ score: 18, pages: [""], pageCount: 7, newCount: 0 });
    expect(issue?.why).to.equal("Serious, on the whole site, not new. Its most important page is /.");
  });

  it("counts places beyond those that are kept", () => {
    const places = [place("/a"), place("/b")];
    const [issue] = rankIssues(
      facts({ problems: [problem("a11y", "contrast", { places, placeCount: 214, knownPlaces: 500 })] }),
    );
    expect(issue).to.deep.include({ pages: ["/a", "/b"], pageCount: 214 });
    expect(issue?.why).to.contain("214 of 500 places, not new");
  });

  for (const [name, given, label, action, args] of [
    [
      "a change",
      change(["Cart", "Home"]),
      'Explain "Cart" on desktop',
      "explainFailure",
      { scenarioLabel: "Cart", viewport: "desktop", runId: "run_visual" },
    ],
    [
      "what has no baseline",
      change(["Cart"], { rule: "no_baseline", kind: "review" }),
      'Capture the baseline of "Cart"',
      "captureBaselines",
      { scenarios: ["Cart"] },
    ],
    [
      "a change that names no scenario",
      change(["Cart"], { evidence: {} }),
      "What failed",
      "readFailures",
      { runId: "run_visual" },
    ],
    [
      "a scenario that fails",
      problem("functional", "locator", { evidence: { scenario: "Pay", featureId: "ftr_1" } }),
      'Explain "Pay"',
      "explainJourney",
      { featureId: "ftr_1", scenario: "Pay", runId: "run_functional" },
    ],
  ] as const)
    it(`looks closer at ${name} as its pillar says`, () => {
      const [issue] = rankIssues(facts({ problems: [given] }));
      expect(issue?.call).to.deep.equal({ label, action, args: { project: "shop", ...args } });
    });

  it("names the page where a scenario fails", () => {
    const places = [place("", { label: "Checkout: Pay", viewport: "phone" })];
    const [issue] = rankIssues(
      facts({
        problems: [
          problem("functional", "locator", {
            sentence: "No button.",
            places,
            evidence: { page: "/legal" },
          }),
        ],
      }),
    );
    // 6 × (1 + 1/2) × 0.8
    expect(issue).to.deep.include({
      pages: ["/legal"],
      score: 7.2,
      message: "No button. (Checkout: Pay · phone)",
    });
  });

  it("orders ties by severity, pillar and id, whatever the order of the facts", () => {
    const problems = [
      problem("seo", "b"),
      problem("seo", "a"),
      problem("a11y", "z"),
      problem("perf", "lcp", { severity: "critical" }),
    ];
    const order = (given: typeof problems) => rankIssues(facts({ problems: given })).map(({ id }) => id);
    expect(order(problems)).to.deep.equal(["perf lcp", "a11y z", "seo a", "seo b"]);
    expect(order([...problems].reverse())).to.deep.equal(order(problems));
  });

  it("keeps what pages say to one line of bounded length", () => {
    const sentence = `a\n${"b".repeat(900)}`;
    const [issue] = rankIssues(
      facts({ problems: [problem("seo", "title", { sentence, places: [place(`/${"c".repeat(900)}`)] })] }),
    );
    expect(issue?.message).to.have.lengthOf(300).and.not.contain("\n");
  });
});
