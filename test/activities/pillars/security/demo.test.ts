// The whole pillar over all scenarios of the demo shop: no findings on the good variant, every seeded defect on the flawed one.
import { expect } from "chai";
import { createAudit } from "../../../../activities/pillars/security/index.ts";
import { closeSharedScanner } from "../../../../activities/pillars/security/libraries/search.ts";
import type { Finding } from "../../../../domain/audit/finding.ts";
import type { PageResult } from "../../../../domain/audit/page.ts";
import type { Place } from "../../../../domain/audit/runChecks.ts";
import type { SecurityPage } from "../../../../domain/pillars/security/gathered.ts";
import defects from "../../../../temporal-dev/demo-site/defects.json" with { type: "json" };
import scenarioFile from "../../../../temporal-dev/demo-site/scenarios.json" with { type: "json" };
import { startDemoSite } from "../../../../temporal-dev/demo-site/server.ts";
import { SLOW_MS, usePool } from "../../capture/engine/harness.ts";
import { brief, gatherFrom, toolsFor } from "./harness.ts";

const securityAudit = createAudit();

type Audited = {
  findings: Finding[];
  site: ReturnType<NonNullable<typeof securityAudit.auditSite>>;
  rollUp: ReturnType<typeof securityAudit.rollUp>;
  /** Everything that would be stored. */
  stored: string;
};

describe("security pillar on the demo shop", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  after(closeSharedScanner);

  async function audit(variant: "good" | "flawed"): Promise<Audited> {
    const shop = await startDemoSite({ variant });
    try {
      const tools = toolsFor(pools.pool, shop.url);
      const results: PageResult[] = [];
      const pages: { page: { index: number; url: string; scenarioLabels: string[] }; data: SecurityPage }[] = [];
      const findings: Finding[] = [];
      for (const [index, { label, url }] of scenarioFile.scenarios.entries()) {
        const page = { index, url: `${shop.url}${url}`, scenarioLabels: [label] };
        const data = await gatherFrom(tools, page.url);
        const place: Place = { pillar: "security", page: page.url, baseUrl: shop.url };
        const audited = securityAudit.audit(data, page, tools.run, place);
        pages.push({ page, data });
        findings.push(...audited.findings);
        const { score, rules, metrics = {} } = audited;
        results.push({ ...page, status: "passed", score, metrics, rules });
      }
      const data = await securityAudit.gatherSite!(tools, pages);
      const site = securityAudit.auditSite!(data, tools.run, { pillar: "security", page: shop.url, baseUrl: shop.url });
      findings.push(...site.findings);
      return {
        findings,
        site,
        rollUp: securityAudit.rollUp(results, site, tools.run),
        stored: JSON.stringify([pages, data, findings, site]),
      };
    } finally {
      await shop.close();
    }
  }

  it("finds no fault on the good variant, which earns the best grade", async () => {
    const { findings, site, rollUp } = await audit("good");
    expect(brief(findings)).to.deep.equal([]);
    expect(rollUp.score).to.equal(100);
    expect(site.details?.grade).to.equal("A+");
    expect(rollUp.failed).to.equal(0);
    const modifiers = site.details?.modifiers as { name: string; points: number }[];
    expect(modifiers.filter(({ points }) => points < 0)).to.deep.equal([]);
    expect(site.details?.notMeasured).to.deep.equal([]);
  });

  it("finds every seeded defect on the flawed variant, where it was seeded", async () => {
    const { findings, site, rollUp, stored } = await audit("flawed");
    const failed = findings.filter(({ outcome }) => outcome === "failed");
    for (const defect of defects.filter(({ pillar }) => pillar === "security")) {
      const hits = failed.filter(
        ({ rule, page }) => rule === defect.rule && (defect.page === "*" || new URL(page).pathname === defect.page),
      );
      expect(hits, defect.id).not.to.deep.equal([]);
    }
    const one = (rule: string) => failed.filter((finding) => finding.rule === rule).map(({ target }) => target);
    expect(one("headers")).to.have.members(["Content-Security-Policy", "X-Frame-Options", "X-Content-Type-Options"]);
    expect(one("server-version")).to.have.members(["Server", "X-Powered-By"]);
    expect(one("cookie-flags")).to.deep.equal(["session_id"]);
    expect(one("exposed-file")).to.have.members(["/.env", "/.git/HEAD"]);
    const library = failed.find(({ rule }) => rule === "vulnerable-library");
    expect(library?.evidence).to.deep.include({
      component: "jquery",
      version: "1.8.1",
      detectedBy: ["filename", "filecontent", "page"],
    });
    expect(library?.evidence.dataDate).to.match(/^\d{4}-\d\d-\d\d$/);
    expect(rollUp.score).to.equal(0);
    expect(site.details?.grade).to.equal("F");
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).to.equal(findings.length);
    // The demo's made-up secrets: the session's value and the content of its .env.
    for (const secret of ["7f3a9c51e2", "example-only-not-a-secret", "db.internal"])
      expect(stored).not.to.include(secret);
  });
});
