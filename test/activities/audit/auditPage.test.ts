import { expect } from "chai";
import { createAuditPageActivities } from "../../../activities/audit/auditPage.ts";
import { page as facts, library, scanned } from "../../domain/pillars/security/facts.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";

describe("judging a page", () => {
  let world: ActivityWorld;
  before(async () => {
    world = await openActivityWorld();
    await world.addAuditRun("run_1");
  });
  after(() => world.close());
  const activities = () => createAuditPageActivities(world.deps);
  const judge = (pageId: string) => withActivity(() => activities().auditPage({ pageId }));
  const failedRules = async (pageIndex: number) =>
    (await world.models.findings.find({ runId: "run_1", pageIndex, outcome: "failed" }).lean()).map(({ rule }) => rule);

  it("passes where nothing failed, fails where something did, and stores the findings", async () => {
    const sound = await world.addPage("run_1", 0, { gathered: facts() });
    const open = await world.addPage("run_1", 1, { gathered: facts({}, { libraries: scanned([library()]) }) });
    expect([await judge(sound), await judge(open)]).to.deep.equal(["passed", "failed"]);
    expect(await failedRules(0)).to.deep.equal([]);
    expect(await failedRules(1)).to.have.length(1);
    const page = await world.pageOf(open);
    expect(page.rules).to.not.be.empty;
    expect(page.timings.audit).to.be.a("number");
    expect(page.decidedAt).to.deep.equal(world.deps.now());
    expect(world.counted.slice(-2)).to.deep.equal(["page security passed", "page security failed"]);
  });

  it("of two that judge one page the first counts, and its findings are there once", async () => {
    const pageId = await world.addPage("run_1", 2, { gathered: facts({}, { libraries: scanned([library()]) }) });
    const [one, two] = await Promise.all([judge(pageId), judge(pageId)]);
    expect([one, two, await judge(pageId)]).to.deep.equal(["failed", "failed", "failed"]);
    expect(await failedRules(2)).to.have.length(1);
  });

  it("leaves a page alone that gave nothing, or was closed with its run", async () => {
    const waiting = await world.addPage("run_1", 3);
    const closed = await world.addPage("run_1", 4, { status: "not_measured", code: "not_run" });
    expect([await judge(waiting), await judge(closed)]).to.deep.equal(["pending", "not_measured"]);
    expect((await world.pageOf(closed)).code).to.equal("not_run");
  });

  it("a page on which the machinery gave up is not measured, with a sentence", async () => {
    const pageId = await world.addPage("run_1", 5);
    await withActivity(() => activities().failAuditPage({ pageId, message: "The worker was lost." }));
    const { status, code, reason } = await world.pageOf(pageId);
    expect([status, code]).to.deep.equal(["not_measured", "browser_crashed"]);
    expect(reason).to.equal("The page was given up after its retries: The worker was lost.");
  });
});
