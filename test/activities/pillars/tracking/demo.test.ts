// The whole plan of the demo shop: nothing fails on the good variant, and every seeded defect is found on the flawed one.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parseTrackingPlan, withScenarioIds } from "../../../../domain/pillars/tracking/parsePlan.ts";
import type { TrackingPlan } from "../../../../domain/pillars/tracking/plan.ts";
import { defects } from "../../../../temporal-dev/demo-site/defects.ts";
import { demoMember } from "../../../../temporal-dev/demo-site/pages/account.ts";
import { type DemoSite, startDemoSite, type Variant } from "../../../../temporal-dev/demo-site/server.ts";
import { together } from "../../../support/together.ts";
import { usePool } from "../../capture/engine/harness.ts";
import { type Audited, auditTracking } from "./harness.ts";

const FILE = new URL("../../../../temporal-dev/demo-site/tracking-plan.json", import.meta.url);

const shopPlan = (): TrackingPlan =>
  withScenarioIds(parseTrackingPlan(JSON.parse(readFileSync(FILE, "utf8"))), () => undefined);

describe("the tracking plan of the demo shop", function () {
  this.timeout(600_000);
  const pools = usePool();
  const plan = shopPlan();
  const sites = {} as Record<Variant, DemoSite>;
  before(async () => {
    for (const variant of ["good", "flawed"] as const) sites[variant] = await startDemoSite({ variant });
  });
  after(() => Promise.all(Object.values(sites).map((site) => site.close())));
  const it = together(2);

  async function auditPages(variant: Variant, paths: readonly string[]): Promise<Map<string, Audited>> {
    const run = { pool: pools.pool, baseUrl: sites[variant].url, plan };
    const left = [...paths];
    const audited = new Map<string, Audited>();
    const work = async () => {
      for (let path = left.shift(); path !== undefined; path = left.shift())
        audited.set(path, await auditTracking(run, path));
    };
    await Promise.all([work(), work()]);
    return audited;
  }

  it("is proven row by row on the good variant, without a finding that fails", async () => {
    const paths = plan.pages.map(({ path }) => path ?? "");
    const audited = await auditPages("good", paths);
    const findings = [...audited.values()].flatMap(({ audit }) =>
      audit.findings.map(({ outcome, message }) => `${outcome}: ${message}`),
    );
    expect(findings).to.deep.equal([]);
    const rows = [...audited.values()].flatMap(({ audit }) => audit.details.events);
    expect(rows).to.have.length(plan.pages.length + plan.events.length);
    expect(rows.filter(({ status }) => status !== "pass")).to.deep.equal([]);
    for (const { push, beacons, screenshotId } of rows) {
      expect(push?.name).to.be.a("string");
      expect(beacons.map(({ provider }) => provider)).to.deep.equal(["ga4"]);
      expect(screenshotId).to.match(/^picture-/);
    }
    const all = JSON.stringify([...audited.values()]);
    expect(all).not.to.contain(demoMember.email);
  });

  it("shows every seeded defect at its page on the flawed variant, and nothing else fails", async () => {
    const seeded = defects.filter(({ pillar }) => pillar === "tracking");
    const audited = await auditPages(
      "flawed",
      seeded.map(({ page }) => page),
    );
    const found = [...audited].flatMap(([path, { audit }]) =>
      audit.findings.filter(({ outcome }) => outcome === "failed").map(({ rule }) => `${path} ${rule}`),
    );
    expect(found.sort()).to.deep.equal(seeded.map(({ page, rule }) => `${page} ${rule}`).sort());
    expect(JSON.stringify([...audited.values()])).not.to.contain("test.visitor@example.com");
  });
});
