import { expect } from "chai";
import { auditPage, auditSite, pageRulesOf } from "../../../../domain/pillars/security/audit.ts";
import { PENALTIES, type Said } from "../../../../domain/pillars/security/modifiers.ts";
import { TESTS } from "../../../../domain/pillars/security/observatory.ts";
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
    expect(scored.metrics).to.deep.equal({ score: 100, total: 155 });
    expect(scored.details.grade).to.equal("A+");
  });

  it("takes Observatory's points for what is missing", () => {
    const pages = [page({ "content-security-policy": null, "x-frame-options": null })];
    expect(scoreOf([], site(pages))).to.deep.equal({
      score: 55,
      total: 55,
      grade: "C",
      modifiers: [
        { name: "csp-not-implemented", points: -25, source: "Observatory" },
        { name: "x-frame-options-not-implemented", points: -20, source: "Observatory" },
      ],
      observatory: { score: 55, grade: "C" },
    });
  });

  it("counts only the worst of a group over all pages, and nothing twice", () => {
    const pages = [page({}, { cookies: [cookie("a", { secure: false })] }), page({}, { cookies: [cookie("sess")] })];
    const open = pages.map((one) => ({ ...one, hops: page({ "strict-transport-security": null }).hops }));
    expect(scoreOf([], site(open)).modifiers).to.deep.equal([
      { name: "hsts-not-implemented", points: -20, source: "Observatory" },
      { name: "cookies-without-secure-flag", points: -20, source: "Observatory" },
    ]);
    // Our own rule about sessions weighs more than Observatory's about cookies in general.
    expect(scoreOf([failed("cookie-flags", "serious", "sid")], site(open)).modifiers[1]).to.deep.equal({
      name: "session-cookie-unprotected",
      points: -30,
      source: "ours",
    });
  });

  it("costs nothing where a person accepted all that we say about it, and costs where one thing is left", () => {
    const pages = [page({ "x-frame-options": null, "content-security-policy": null })];
    const accepted = (target: string): Said => ({ ...missing(target), outcome: "accepted" });
    const both = [accepted("X-Frame-Options"), accepted("Content-Security-Policy")];
    expect(scoreOf(both, site(pages)).modifiers.filter(({ points }) => points < 0)).to.deep.equal([]);
    const left = [accepted("X-Frame-Options"), missing("Content-Security-Policy")];
    expect(scoreOf(left, site(pages)).score).to.equal(75);
  });

  it("never leaves 0 to 100", () => {
    const all = [...PAGE_CHECKS, ...SITE_CHECKS].map(({ rule }) => failed(rule, "critical"));
    const scored = scoreOf(all, site([page({ "content-security-policy": null, "x-frame-options": null })]));
    expect(scored.score).to.equal(0);
    expect(scored.total).to.be.lessThan(0);
    expect(scored.grade).to.equal("F");
    // By Observatory's table alone the site would score higher.
    expect(scored.observatory).to.deep.equal({ score: 55, grade: "C" });
  });

  it("takes nothing for what passed or does not apply", () => {
    const rules = [...PAGE_CHECKS, ...SITE_CHECKS].flatMap(({ rule, severity }): Said[] => [
      { rule, severity, target: "", outcome: "passed" },
      { rule, severity, target: "", outcome: "inapplicable" },
    ]);
    expect(scoreOf(rules, site([])).modifiers).to.deep.equal([]);
  });

  it("gives no bonus below 90", () => {
    const scored = scoreOf(
      [],
      site([
        page({
          "x-content-type-options": null,
          "referrer-policy": "unsafe-url",
          "cross-origin-resource-policy": "none",
        }),
      ]),
    );
    expect(scored.total).to.equal(85);
    expect(scored.grade).to.equal("A-");
  });

  it("knows only rules that exist", () => {
    const known = new Set([...PAGE_CHECKS, ...SITE_CHECKS].map(({ rule }) => rule));
    const sample = [...known].flatMap((rule): Said[] =>
      (["failed", "warning"] as const).flatMap((outcome) =>
        (["critical", "serious", "moderate", "minor"] as const).flatMap((severity) =>
          ["", "frame-ancestors", "X-Frame-Options"].map((target) => ({ rule, outcome, severity, target })),
        ),
      ),
    );
    for (const penalty of PENALTIES) {
      expect(sample.some(penalty.when), penalty.name).to.equal(true);
      expect(penalty.points).to.be.lessThan(0);
    }
    const targets = [
      "Content-Security-Policy",
      "Strict-Transport-Security",
      "X-Content-Type-Options",
      "X-Frame-Options",
      "Cross-Origin-Resource-Policy",
      "Cross-Origin-Embedder-Policy",
      "Cross-Origin-Opener-Policy",
    ];
    for (const test of TESTS)
      expect(
        [...known].some((rule) => targets.some((target) => test.about(failed(rule, "serious", target), test.name))),
        test.name,
      ).to.equal(true);
  });
});

describe("security audit of a page", () => {
  it("finds what is the page's own and scores its headers as well", () => {
    const audited = auditPage(page({ "content-security-policy": null }, { libraries: scanned([library()]) }), place);
    expect(audited.findings.map(({ rule }) => rule)).to.deep.equal(["vulnerable-library"]);
    // No policy, and a library with a vulnerability of medium severity.
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
    expect(audited.details.modifiers).to.deep.equal([{ name: "library-moderate", points: -20, source: "ours" }]);
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
  });

  it("says nothing of a host that gave no answer, and passes no rule that got none", () => {
    const silent = { state: "not_measured" as const, reason: "the connection was refused" };
    const away = { redirect: silent, cors: silent, tls: [{ host: "shop.example", ...silent }], exposures: [] };
    const audited = auditSite(site([], away), place);
    expect(audited.notMeasured).to.match(
      /^The host gave no answer\. The redirect to HTTPS: the connection was refused/,
    );
    const unanswered = ["https-redirect", "cors", "tls-certificate", "tls-protocol"];
    expect(audited.rules.filter(({ rule }) => unanswered.includes(rule))).to.deep.equal([]);
    expect(auditSite(site([], { ...away, tls: [tls()] }), place).notMeasured).to.equal(undefined);
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

  it("has no new critical or serious finding when a site without a policy adds a weak one", () => {
    const serious = (value: string | null) =>
      auditSite(site([page({ "content-security-policy": value })]), place)
        .findings.filter(({ severity }) => severity === "critical" || severity === "serious")
        .map(({ fingerprint }) => fingerprint);
    const before = serious(null);
    expect(before).to.have.length(1);
    for (const weak of [
      "default-src *",
      "script-src 'unsafe-inline'",
      "img-src 'self'",
      "script-src 'nonce-abcdefabcdefabcdef'",
    ])
      expect(
        serious(weak).filter((one) => !before.includes(one)),
        weak,
      ).to.deep.equal([]);
  });

  it("takes the points of a missing base-uri from nobody, and names a token without SameSite as such", () => {
    const csp = "default-src 'self'; script-src 'nonce-abcdefabcdefabcdef'; object-src 'none'; frame-ancestors 'self'";
    const one = page({ "content-security-policy": csp }, { cookies: [cookie("csrftoken", { sameSite: null })] });
    const { findings, details } = auditSite(site([one]), place);
    expect(findings.map(({ rule, target }) => `${rule} ${target}`)).to.include("csp-weak base-uri missing-directives");
    const { modifiers } = details as { modifiers: { name: string; points: number }[] };
    expect(modifiers.filter(({ points }) => points < 0)).to.deep.equal([
      { name: "cookies-anticsrf-without-samesite-flag", points: -20, source: "Observatory" },
    ]);
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
