// Every page of the demo shop in both variants: nothing fails on the good one, every seeded defect is found on the flawed one.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { GatheredPage } from "../../../../activities/audit/pillar.ts";
import { createAudit } from "../../../../activities/pillars/seo/index.ts";
import type { Finding } from "../../../../domain/audit/finding.ts";
import type { PageResult } from "../../../../domain/audit/page.ts";
import type { SeoPage } from "../../../../domain/pillars/seo/gathered.ts";
import { type DemoSite, startDemoSite, type Variant } from "../../../../temporal-dev/demo-site/server.ts";
import { together } from "../../../support/together.ts";
import { SLOW_MS, usePool } from "../../capture/engine/harness.ts";
import { gathered, runOf, toolsFor } from "./tools.ts";

const seoAudit = createAudit();

const demo = "../../../../temporal-dev/demo-site/";
const readJson = (name: string) => JSON.parse(readFileSync(new URL(`${demo}${name}`, import.meta.url), "utf8"));
const { scenarios } = readJson("scenarios.json") as { scenarios: { label: string; url: string }[] };
const defects = (readJson("defects.json") as { id: string; pillar: string; page: string; rule: string }[]).filter(
  ({ pillar }) => pillar === "seo",
);

describe("the SEO pillar over the demo shop", function () {
  this.timeout(SLOW_MS * 2);
  const pools = usePool();
  const sites = {} as Record<Variant, DemoSite>;
  before(async () => {
    for (const variant of ["good", "flawed"] as const) sites[variant] = await startDemoSite({ variant });
  });
  after(() => Promise.all(Object.values(sites).map((site) => site.close())));
  const it = together(2);

  async function audit(variant: Variant) {
    const site = sites[variant];
    const tools = toolsFor(pools.pool, site.url);
    const run = runOf(site.url);
    const pages: GatheredPage<SeoPage>[] = [];
    const results: PageResult[] = [];
    const findings: Finding[] = [];
    for (const [index, scenario] of scenarios.entries()) {
      const one = await gathered(tools, new URL(scenario.url, site.url).href, index);
      pages.push(one);
      const audited = seoAudit.audit(one.data, one.page, run, { pillar: "seo", page: one.page.url, baseUrl: site.url });
      findings.push(...audited.findings);
      const status = audited.findings.some(({ outcome }) => outcome === "failed") ? "failed" : "passed";
      results.push({ ...one.page, status, score: audited.score, metrics: {}, rules: audited.rules });
    }
    const gatheredSite = await seoAudit.gatherSite?.(tools, pages);
    if (!gatheredSite) throw new Error("the site was not gathered");
    const place = { pillar: "seo", page: site.url, baseUrl: site.url } as const;
    const siteAudit = seoAudit.auditSite?.(JSON.parse(JSON.stringify(gatheredSite)), run, place);
    findings.push(...(siteAudit?.findings ?? []));
    return { findings, rollUp: seoAudit.rollUp(results, siteAudit ?? null, run), asked: tools.asked };
  }

  const shown = (findings: readonly Finding[]) =>
    findings.map(
      ({ outcome, rule, page, target, message }) =>
        `${outcome} ${rule} ${new URL(page).pathname} [${target}] ${message}`,
    );

  it("finds nothing failed in the good variant", async () => {
    const { findings, rollUp } = await audit("good");
    expect(shown(findings.filter(({ outcome }) => outcome === "failed"))).to.deep.equal([]);
    if (process.env.SHOW) console.log(shown(findings), rollUp);
    expect(rollUp.extra).to.include({ seoFailed: 0 });
    expect(rollUp.score).to.be.within(95, 100);
  });

  it("finds every seeded defect of the flawed variant, under its name and on its page", async () => {
    const { findings, rollUp, asked } = await audit("flawed");
    if (process.env.SHOW) console.log(shown(findings), rollUp, asked.length);
    const failed = findings.filter(({ outcome }) => outcome === "failed");
    for (const { id, rule, page } of defects)
      expect(
        failed.filter((finding) => finding.rule === rule && new URL(finding.page).pathname === page),
        id,
      ).to.have.length.above(0);
    expect(defects).to.have.length(12);
    expect(rollUp.extra?.seoFailed).to.be.at.least(defects.length);
    expect(rollUp.extra?.seoScore).to.equal(rollUp.score);
  });
});
