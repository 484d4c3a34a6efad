import { expect } from "chai";
import type { Outcome } from "../../../../domain/audit/finding.ts";
import type { PageResult } from "../../../../domain/audit/page.ts";
import { auditPage } from "../../../../domain/pillars/seo/audit.ts";
import { runScore, scoreOf, shareOf, weightsOf } from "../../../../domain/pillars/seo/score.ts";
import { PAGE_CHECKS, SITE_CHECKS } from "../../../../domain/pillars/seo/table.ts";
import { HOME, seoPage } from "./samples.ts";

const rule = (name: string, outcome: Outcome) => ({ rule: name, outcome, severity: "minor" as const });
const page = (rules: ReturnType<typeof rule>[], status: PageResult["status"] = "passed"): PageResult => ({
  index: 0,
  url: "https://shop.example/",
  scenarioLabels: [],
  status,
  score: null,
  metrics: {},
  rules,
});

describe("the SEO score", () => {
  it("has a weight above 0 for every rule, each of another name", () => {
    const checks = [...PAGE_CHECKS, ...SITE_CHECKS];
    const weights = weightsOf(checks);
    expect(Object.keys(weights)).to.have.length(checks.length);
    expect(Math.min(...Object.values(weights))).to.be.above(0);
  });

  it("is the earned share of the weights that apply; a warning earns half", () => {
    // status 10, title-missing 8, favicon 1: (10 + 0 + 0.5) of 19.
    const rules = [rule("status", "passed"), rule("title-missing", "failed"), rule("favicon", "warning")];
    expect(scoreOf([shareOf([...rules, rule("lang", "inapplicable"), rule("robots-blocked", "review")])])).to.equal(
      55.3,
    );
  });

  it("counts the rules of the site as those of one more page", () => {
    // Pages: 10 of 10 and 0 of 10; site: 6 of 6.
    const pages = [page([rule("status", "passed")]), page([rule("status", "failed")], "failed")];
    expect(runScore(pages, [rule("link-broken", "passed")])).to.equal(61.5);
  });

  it("gives an error page nothing, and the weight of an average page", () => {
    const good = page([rule("status", "passed"), rule("robots-blocked", "passed"), rule("title-missing", "passed")]);
    const gone = page([rule("status", "failed"), rule("robots-blocked", "passed")], "failed");
    expect(runScore([good, gone], [])).to.equal(50);
    expect(runScore([gone], [])).to.equal(0);
    // An accepted error does not lower the score.
    expect(runScore([page([rule("status", "accepted"), rule("robots-blocked", "passed")])], [])).to.equal(100);
  });

  it("of an error page is 0, which its finding says", () => {
    const audited = auditPage(seoPage({ status: 503, document: null }), {
      pillar: "seo",
      page: HOME,
      baseUrl: HOME,
    });
    expect(audited.score).to.equal(0);
    expect(audited.findings.map(({ message }) => message)).to.deep.equal([
      "The page answers 503, so search engines drop it and its score is 0.",
    ]);
  });

  it("is null, and no zero, where nothing was measured", () => {
    expect(runScore([page([], "not_measured")], [rule("link-broken", "failed")])).to.equal(null);
    expect(scoreOf([])).to.equal(null);
  });

  it("leaves pages that were not measured out", () => {
    expect(runScore([page([rule("status", "passed")]), page([rule("status", "failed")], "not_measured")], [])).to.equal(
      100,
    );
  });
});
