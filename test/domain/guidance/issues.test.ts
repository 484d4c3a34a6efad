import { expect } from "chai";
import { rankIssues, severityOfPicture } from "../../../domain/guidance/issues.ts";
import { facts, failure, finding, scenario } from "./support.ts";

describe("the ranking of issues", () => {
  for (const [name, more, severity] of [
    ["a page that could not be captured", { broken: true, mismatchPercent: null, code: "http_error" }, "critical"],
    ["a fifth of the picture", { mismatchPercent: 20 }, "critical"],
    ["a hundredth", { mismatchPercent: 1 }, "serious"],
    ["less", { mismatchPercent: 0.99 }, "moderate"],
    ["nothing compared", { mismatchPercent: null }, "critical"],
    ["no baseline", { code: "no_baseline", mismatchPercent: null }, "minor"],
    ["unsteady", { flaky: true, mismatchPercent: 50 }, "minor"],
  ] as const)
    it(`takes ${name} for ${severity}`, () => {
      expect(severityOfPicture(failure("Home", more))).to.equal(severity);
    });

  it("multiplies severity, reach, newness and importance, and says so", () => {
    const [issue] = rankIssues(
      facts({
        scenarios: [scenario("Home", "/"), scenario("Cart", "/cart"), scenario("A", "/a"), scenario("B", "/a/b")],
        findings: [
          finding("seo", "title", { severity: "critical", key: "/a", isNew: true }),
          finding("seo", "title", { severity: "serious", key: "/a/b" }),
        ],
      }),
    );
    // 10 × (1 + 2/4) × (1 + 0.5 × 1/2) × 1.1
    expect(issue).to.deep.include({
      id: "seo title",
      severity: "critical",
      score: 20.6,
      factors: { severity: 10, reach: 1.5, newness: 1.25, importance: 1.1 },
      why: "critical (10) × 2 of 4 pages (1.5) × 1 of 2 new (1.25) × /a (1.1).",
      count: 2,
      newCount: 1,
      pages: ["/a", "/a/b"],
      pageCount: 2,
      runId: "run_seo",
    });
    expect(issue?.call).to.deep.equal({
      label: "SEO report",
      deed: "readReport",
      args: { project: "shop", pillar: "seo" },
    });
  });

  it("counts what concerns the whole site on every page, and as important as the first", () => {
    const [issue] = rankIssues(facts({ findings: [finding("seo", "robots", { key: "" })] }));
    expect(issue).to.deep.include({ score: 18, pages: [""], pageCount: 2 });
    expect(issue?.why).to.equal("serious (6) × the whole site (2) × 0 of 1 new (1) × / (1.5).");
  });

  it("counts a finding of several pages on each of them", () => {
    const pages = { count: 214, of: 500, first: [] };
    const [issue] = rankIssues(
      facts({ findings: [finding("a11y", "contrast", { key: "/a", pages, keys: ["/a", "/b"] })] }),
    );
    expect(issue).to.deep.include({ pages: ["/a", "/b"], pageCount: 214 });
    expect(issue?.why).to.contain("214 of 500 pages (1.43)");
  });

  it("joins equal changes over scenarios, errors of one reason, and what has no fingerprint by scenario", () => {
    const issues = rankIssues(
      facts({
        failures: [
          failure("Home", { fingerprint: "f" }),
          failure("Cart", { fingerprint: "f", key: "/cart", mismatchPercent: 9 }),
          failure("Home", { viewport: "phone", mismatchPercent: 2 }),
          failure("A", { broken: true, code: "http_error", message: "HTTP 500." }),
          failure("B", { broken: true, code: "http_error", message: "HTTP 500." }),
          failure("New", { code: "no_baseline", message: "There is no baseline." }),
        ],
      }),
    );
    expect(issues.map(({ id, count, message }) => [id, count, message])).to.deep.equal([
      ["visual reason http_error", 2, "A on desktop: HTTP 500. The same on 2 scenarios."],
      ["visual change f", 2, "Cart on desktop: Pixels differ. The same on 2 scenarios."],
      ["visual scenario Home", 1, "Home on phone: Pixels differ."],
      ["visual reason no_baseline", 1, "New on desktop: There is no baseline."],
    ]);
    expect(issues.at(-1)?.call.deed).to.equal("captureBaselines");
  });

  it("orders ties by severity, pillar and name, whatever the order of the facts", () => {
    const findings = [
      finding("seo", "b"),
      finding("seo", "a"),
      finding("a11y", "z"),
      finding("perf", "lcp", { severity: "critical", key: "/x", isNew: false }),
    ];
    const order = (given: typeof findings) => rankIssues(facts({ findings: given })).map(({ id }) => id);
    expect(order(findings)).to.deep.equal(["perf lcp", "a11y z", "seo a", "seo b"]);
    expect(order([...findings].reverse())).to.deep.equal(order(findings));
  });

  it("keeps what pages say to one line of bounded length", () => {
    const [issue] = rankIssues(facts({ findings: [finding("seo", "title", { message: `a\n${"b".repeat(900)}` })] }));
    expect(issue?.message).to.have.lengthOf(300).and.not.contain("\n");
  });

  it("is empty where nothing is open", () => {
    expect(rankIssues(facts())).to.deep.equal([]);
  });
});
