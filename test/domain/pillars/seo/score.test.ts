import { expect } from "chai";
import type { Outcome } from "../../../../domain/audit/finding.ts";
import type { PageResult } from "../../../../domain/audit/page.ts";
import { PAGE_CHECKS } from "../../../../domain/pillars/seo/pageChecks.ts";
import { countOutcomes, runScore, scoreOf, shareOf } from "../../../../domain/pillars/seo/score.ts";
import { SITE_CHECKS } from "../../../../domain/pillars/seo/siteChecks.ts";
import { WEIGHTS } from "../../../../domain/pillars/seo/weights.ts";

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
  it("has a weight for every rule and no other", () => {
    const rules = [...PAGE_CHECKS, ...SITE_CHECKS].map((check) => check.rule);
    expect(new Set(rules).size).to.equal(rules.length);
    expect(Object.keys(WEIGHTS).sort()).to.deep.equal(rules.sort());
    expect(Math.min(...Object.values(WEIGHTS))).to.be.above(0);
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

  it("is null, and no zero, where nothing was measured", () => {
    expect(runScore([page([], "not_measured")], [rule("link-broken", "failed")])).to.equal(null);
    expect(scoreOf([])).to.equal(null);
  });

  it("leaves pages that were not measured out", () => {
    expect(runScore([page([rule("status", "passed")]), page([rule("status", "failed")], "not_measured")], [])).to.equal(
      100,
    );
  });

  it("counts outcomes", () => {
    const rules = (["passed", "passed", "failed", "warning", "review", "inapplicable"] as const).map((outcome) =>
      rule("h1", outcome),
    );
    expect(countOutcomes(rules)).to.deep.equal({ passed: 2, failed: 1, warnings: 1, review: 1 });
  });
});
