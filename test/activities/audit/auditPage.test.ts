import { expect } from "chai";
import { createAuditPageActivities } from "../../../activities/audit/auditPage.ts";
import { keepHistory } from "../../../models/commits/queries.ts";
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
    const forms = Array.from({ length: 30 }, (_, at) => ({
      action: `http://other.example/${at}`,
      method: "post",
      password: false,
    }));
    const open = await world.addPage("run_1", 1, { gathered: facts({}, { libraries: scanned([library()]), forms }) });
    expect([await judge(sound), await judge(open)]).to.deep.equal(["passed", "failed"]);
    expect(await failedRules(0)).to.deep.equal([]);
    expect(new Set(await failedRules(1))).to.have.length(2);
    const page = await world.pageOf(open);
    expect(page.cutRules).to.deep.equal([{ rule: "form-http", elements: 30 }]);
    expect(page.rules).to.not.be.empty;
    expect(page.timings.audit).to.be.a("number");
    expect(page.decidedAt).to.deep.equal(world.deps.now());
    expect(world.counted.slice(-2)).to.deep.equal(["page security passed", "page security failed"]);
  });

  it("a finding that was accepted on a branch is accepted there and where the branch is merged", async () => {
    const { models } = world;
    const sha = (name: string): string => Buffer.from(name.padEnd(20, "-")).toString("hex");
    await keepHistory(models, {
      projectId: "prj_shop",
      onMain: true,
      at: world.deps.now(),
      rows: [
        [sha("j"), [sha("m2"), sha("f")]],
        [sha("m2"), [sha("m1")]],
        [sha("f"), [sha("m1")]],
        [sha("m1"), []],
      ],
    });
    const gathered = facts({}, { libraries: scanned([library()]) });
    const judgeAt = async (branch: string | null, commit: string | null) => {
      const runId = `run_${branch}_${commit}`;
      await world.addAuditRun(runId, { branch, commitSha: commit && sha(commit) });
      const status = await judge(await world.addPage(runId, 0, { gathered }));
      const found = await models.findings.find({ runId }).lean();
      return { status, wrong: found.filter(({ outcome }) => outcome === "failed" || outcome === "accepted") };
    };
    const before = await judgeAt("feature", null);
    const { fingerprint = "", rule, severity, page, message } = before.wrong[0] ?? {};
    expect(before.status).to.equal("failed");
    await models.acceptances.create({
      _id: `prj_shop:${fingerprint}:x`,
      projectId: "prj_shop",
      fingerprint,
      pillar: "security",
      rule,
      severity,
      page,
      message,
      id: "1",
      reason: "Known.",
      by: "ann",
      at: world.deps.now(),
      until: new Date("2026-04-01T00:00:00Z"),
      branch: "feature",
      commitSha: sha("f"),
    });
    const judged = [
      ["feature", "f"],
      ["main", "m2"],
      ["other", "m1"],
      ["main", "j"],
      ["main", null],
    ] as const;
    for (const [branch, commit] of judged) {
      const { status, wrong } = await judgeAt(branch, commit);
      const spared = commit !== "m2" && commit !== "m1";
      expect([status, wrong[0]?.outcome], `${branch} ${commit}`).to.deep.equal(
        spared ? ["passed", "accepted"] : ["failed", "failed"],
      );
    }
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
    expect(reason).to.equal("The page failed after all retries: The worker was lost.");
  });
});
