import { expect } from "chai";
import { auditPage, auditSite, pageRulesOf } from "../../../../domain/pillars/security/audit.ts";
import { BONUSES, PENALTIES, type Said } from "../../../../domain/pillars/security/modifiers.ts";
import { rollUp } from "../../../../domain/pillars/security/rollUp.ts";
import { scoreOf } from "../../../../domain/pillars/security/score.ts";
import { PAGE_CHECKS, SITE_CHECKS } from "../../../../domain/pillars/security/table.ts";
import { cookie, library, page, scanned, site, tls } from "./facts.ts";

const place = { pillar: "security", page: "https://shop.example/", baseUrl: "https://shop.example/" } as const;
const failed = (rule: string, severity: Said["severity"] = "serious", target = ""): Said => ({
  rule,
  outcome: "failed",
  severity,
  target,
});
const missing = (header: string) => failed("headers", "serious", header);

describe("security score", () => {
  it("is 100 and A+ for a careful site, where bonuses show in the total alone", () => {
    const scored = auditSite(site([page({}, { cookies: [cookie("sid")] })]), place);
    expect(scored.metrics).to.deep.equal({ score: 100, total: 135 });
    expect(scored.details.grade).to.equal("A+");
  });

  it("takes Observatory's points for what is missing", () => {
    const scored = scoreOf([missing("Content-Security-Policy"), missing("X-Frame-Options")], []);
    expect(scored).to.deep.equal({
      score: 55,
      total: 55,
      grade: "C",
      modifiers: [
        { name: "csp-not-implemented", points: -25 },
        { name: "x-frame-options-not-implemented", points: -20 },
      ],
    });
  });

  it("counts only the worst of a group, and nothing twice", () => {
    const cookies = [failed("cookie-flags", "moderate", "a"), failed("cookie-flags", "serious", "b")];
    expect(scoreOf([...cookies, ...cookies], []).total).to.equal(70);
  });

  it("never leaves 0 to 100", () => {
    const all = [...PAGE_CHECKS, ...SITE_CHECKS].map(({ rule }) => failed(rule, "critical"));
    const scored = scoreOf([...all, missing("Content-Security-Policy")], []);
    expect(scored.score).to.equal(0);
    expect(scored.total).to.be.lessThan(0);
    expect(scored.grade).to.equal("F");
  });

  it("takes nothing for what passed or does not apply", () => {
    const rules = [...PAGE_CHECKS, ...SITE_CHECKS].flatMap(({ rule, severity }): Said[] => [
      { rule, severity, target: "", outcome: "passed" },
      { rule, severity, target: "", outcome: "inapplicable" },
    ]);
    expect(scoreOf(rules, []).modifiers).to.deep.equal([]);
  });

  it("gives no bonus below 90", () => {
    const scored = scoreOf([missing("X-Frame-Options")], [page()]);
    expect(scored.total).to.equal(80);
    expect(scored.grade).to.equal("B+");
  });

  it("knows only rules that exist, and has a source for each number", () => {
    const known = new Set([...PAGE_CHECKS, ...SITE_CHECKS].map(({ rule }) => rule));
    const sample = [...known].flatMap((rule): Said[] =>
      (["failed", "warning"] as const).flatMap((outcome) =>
        (["critical", "serious", "moderate", "minor"] as const).flatMap((severity) =>
          [
            "",
            "Content-Security-Policy",
            "Strict-Transport-Security",
            "X-Frame-Options",
            "X-Content-Type-Options",
            "Cross-Origin-Resource-Policy",
            "script-src script-unsafe-eval",
          ].map((target) => ({ rule, outcome, severity, target })),
        ),
      ),
    );
    for (const penalty of PENALTIES) {
      expect(sample.some(penalty.when), penalty.name).to.equal(true);
      expect(penalty.points).to.be.lessThan(0);
    }
    expect(Math.min(...Object.values(BONUSES))).to.be.greaterThan(0);
  });
});

describe("security audit of a page", () => {
  it("finds what is the page's own and scores its headers as well", () => {
    const audited = auditPage(page({ "content-security-policy": null }, { libraries: scanned([library()]) }), place);
    expect(audited.findings.map(({ rule }) => rule)).to.deep.equal(["vulnerable-library"]);
    // No policy, and a library with a hole of medium severity.
    expect(audited.score).to.equal(100 - 25 - 20);
    expect(audited.metrics.vulnerableLibraries).to.equal(1);
    expect(audited.findings[0]?.evidence.dataDate).to.equal("2026-09-01");
  });

  it("does not count what was not measured", () => {
    const audited = auditPage(page({}, { libraries: { state: "not_measured", reason: "No data." } }), place);
    expect(audited.metrics.vulnerableLibraries).to.equal(null);
    expect(audited.rules).to.deep.include({
      rule: "vulnerable-library",
      outcome: "inapplicable",
      severity: "moderate",
    });
    expect(audited.details.libraries).to.deep.equal({ state: "not_measured", reason: "No data." });
  });
});

describe("security audit of a site", () => {
  const library1 = page({}, { libraries: scanned([library()]) });

  it("counts what the rules said of its pages", () => {
    const audited = auditSite(site([library1], { pageRules: pageRulesOf(library1) }), place);
    expect(audited.details.modifiers).to.deep.equal([{ name: "library-moderate", points: -20 }]);
    expect(audited.metrics.score).to.equal(80);
  });

  it("says how old the advisories are, and warns after a year", () => {
    const young = auditSite(site(), place);
    expect(young.details.advisories).to.deep.equal({ source: "test", date: "2026-09-01", ageDays: 30 });
    expect(young.details.warnings).to.deep.equal([]);
    const old = auditSite(site(undefined, { advisories: { source: "test", date: "2025-01-01" } }), place);
    expect(old.details.warnings).to.deep.equal([
      "The advisories about libraries are of 2025-01-01, 638 days old: newer vulnerabilities are not known.",
    ]);
    expect(rollUp([], old).warningSentences).to.deep.equal(old.details.warnings);
  });

  it("names what could not be measured, which costs no points", () => {
    const audited = auditSite(
      site(undefined, {
        tls: [{ host: "shop.example", state: "not_measured", reason: "no answer" }],
        redirect: { state: "not_measured", reason: "no answer" },
        exposures: [
          {
            id: "env",
            url: "https://shop.example/.env",
            state: "not_measured",
            pattern: null,
            status: null,
            reason: "late",
          },
        ],
        scanProblems: ["The advisories cannot be read."],
      }),
      place,
    );
    expect(audited.details.notMeasured).to.have.length(4);
    expect(audited.metrics.score).to.equal(100);
    expect(audited.rules.filter(({ outcome }) => outcome === "passed").map(({ rule }) => rule)).not.to.include.members([
      "tls-certificate",
    ]);
  });

  it("has no score without a page", () => {
    expect(auditSite(site([], { tls: [tls()] }), place).metrics.score).to.equal(null);
    expect(rollUp([], null).score).to.equal(null);
  });

  it("falls back on the worst page where the host's part is missing", () => {
    const result = { url: "", scenarioLabels: [], status: "passed", metrics: {}, rules: [] } as const;
    const pages = [90, 40].map((score, index) => ({ ...result, scenarioLabels: [], rules: [], index, score }));
    expect(rollUp(pages, null).score).to.equal(40);
  });

  it("gives a host's fault once, with its pages", () => {
    const pages = Array.from({ length: 30 }, (_, i) =>
      page({ "x-content-type-options": null }, { url: `https://shop.example/${i}` }),
    );
    const { findings } = auditSite(site(pages), place);
    expect(findings.map(({ rule, target }) => `${rule} ${target}`)).to.deep.equal(["headers X-Content-Type-Options"]);
    expect(findings[0]?.evidence.pageCount).to.equal(30);
  });

  it("keeps fingerprints when nonces and other pages change", () => {
    const csp = (nonce: string) => ({ "content-security-policy": `script-src 'nonce-${nonce}' *; object-src 'none'` });
    const prints = (nonce: string) =>
      auditSite(site([page(csp(nonce), { url: `https://shop.example/${nonce}` })]), place).findings.map(
        ({ fingerprint }) => fingerprint,
      );
    expect(prints("aaaaaaaaaaaaaaaaaaaa")).to.deep.equal(prints("bbbbbbbbbbbbbbbbbbbb"));
    expect(prints("aaaaaaaaaaaaaaaaaaaa")).not.to.deep.equal([]);
  });
});
