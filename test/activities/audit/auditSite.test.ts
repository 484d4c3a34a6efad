import { expect } from "chai";
import { createSiteActivities } from "../../../activities/audit/auditSite.ts";
import type { GatheredPage } from "../../../activities/audit/pillar.ts";
import type { AuditDeps } from "../../../activities/deps.ts";
import type { SecurityPage } from "../../../domain/pillars/security/gathered.ts";
import { cookie, page as facts, site as siteFacts, tls } from "../../domain/pillars/security/facts.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";

describe("the part of an audit that looks at the whole site", () => {
  let world: ActivityWorld;
  let asked: string[][];
  let pillar: Record<string, unknown>;
  /** More than a rule about the site lists. */
  const cookies = Array.from({ length: 70 }, (_, at) => cookie(`theme-${at}`, { secure: false }));
  before(async () => {
    pillar = {
      pillar: "security",
      gatherSite: async (_tools: unknown, pages: GatheredPage<SecurityPage>[]) => {
        asked.push(pages.map(({ page }) => page.url));
        return siteFacts([facts({}, { cookies })], { tls: [tls({ error: "CERT_HAS_EXPIRED", days: -3 })] });
      },
      auditSite: () => undefined,
    };
    world = await openActivityWorld({ pillars: { security: pillar } as unknown as AuditDeps["pillars"] });
  });
  after(() => world.close());
  beforeEach(() => {
    asked = [];
  });
  const audit = (runId: string) => withActivity(() => createSiteActivities(world.deps).auditSite({ runId }));

  it("reads what the measured pages gave, in their order, and is kept as a page of its own, once", async () => {
    await world.addAuditRun("run_1");
    await world.addPage("run_1", 1, { gathered: facts(), status: "passed" });
    await world.addPage("run_1", 0, { gathered: facts(), status: "passed" });
    await world.addPage("run_1", 2, { status: "not_measured" });
    await audit("run_1");
    await audit("run_1");
    expect(asked).to.deep.equal([["https://shop.example/0", "https://shop.example/1"]]);
    const part = await world.pageOf("run_1-site");
    expect(part).to.include({ index: -1, status: "failed", url: "https://shop.example", score: null });
    const findings = await world.models.findings.find({ runId: "run_1", pageIndex: -1, outcome: "failed" }).lean();
    expect(findings.map(({ rule }) => rule)).to.include("tls-certificate");
    expect(part.cutRules).to.deep.equal([{ rule: "cookie-flags", elements: 70 }]);
  });

  it("is left out where no page was measured, unless the pillar can do without pages", async () => {
    await world.addAuditRun("run_2");
    await audit("run_2");
    expect(await world.pageOf("run_2-site")).to.equal(null);
    pillar.siteWithoutPages = true;
    await audit("run_2");
    delete pillar.siteWithoutPages;
    expect((await world.pageOf("run_2-site")).status).to.equal("failed");
  });

  it("a run that is no audit can never work", async () => {
    await world.addAuditRun("run_3", { type: "vrt-test" });
    const failure = await audit("run_3").catch((error: unknown) => error);
    expect(failure).to.include({ nonRetryable: true });
  });
});
