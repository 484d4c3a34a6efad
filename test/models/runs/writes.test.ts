import { expect } from "chai";
import { approvedReason, leftOutReason, mergedReason } from "../../../domain/history/approvalSentences.ts";
import type { Models } from "../../../models/index.ts";
import { askPerson, requestsOfRun } from "../../../models/reviewRequests/queries.ts";
import type { VisualSummary } from "../../../models/runs/schema.ts";
import { closeRun, countResults, refreshSummary, settlePendingShots, summaryOf } from "../../../models/runs/writes.ts";
import { addRun, addShot, type ShotPatch } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

const AT = new Date("2026-03-10T11:10:00Z");

describe("Counting results", () => {
  const reason = (code: "no_baseline" | "mismatch") => [{ code, message: "" }];
  it("counts shots by what they came to", () => {
    const shots = [
      { status: "passed", flaky: true, reasons: [] },
      { status: "approved", flaky: false, reasons: reason("no_baseline") },
      { status: "failed", flaky: false, reasons: reason("mismatch") },
      { status: "failed", flaky: true, reasons: reason("no_baseline") },
      { status: "error", flaky: false, reasons: [] },
      { status: "pending", flaky: false, reasons: [] },
    ] as const;
    expect(
      countResults(shots.map((s, index) => ({ ...s, index, fingerprint: "f", reasons: [...s.reasons] }))),
    ).to.deep.equal({
      total: 5,
      passed: 2,
      failed: 3,
      approved: 1,
      errors: 1,
      flaky: 2,
      noBaseline: 1,
      changes: 1,
      changedScreenshots: 1,
    });
  });

  it("says whose decisions those that passed rest on: an approval's, or those that met in a merge", () => {
    const decision = { versionId: "v", branch: "feature", by: "ann", at: new Date(0), prNumber: 41, commitSha: null };
    const merged = mergedReason(
      { ours: { ...decision, branch: "main", by: "bo", prNumber: null }, theirs: [decision] },
      null,
    );
    const approved = approvedReason(decision, "main");
    const shots = [merged, merged, approved].map((given) => ({ status: "passed", flaky: false, reasons: [given] }));
    const failed = { status: "failed", flaky: false, reasons: [...reason("mismatch"), leftOutReason(1, [decision])] };
    const later = { ...failed, status: "approved" };
    const summary = countResults([...shots, failed, later] as Parameters<typeof countResults>[0]);
    expect(summary).to.include({ total: 5, passed: 4, failed: 1 });
    expect(summary.approvals).to.deep.equal([
      "2 screenshots passed as merged, by changes accepted on both sides: by bo on main, and by ann on feature in #41.",
      "1 screenshot passed because of an approval: accepted by ann on feature in #41, 1 January 1970, 00:00 UTC.",
    ]);
  });

  it("says what those with a verdict were compared with", () => {
    const version = {
      versionId: "v",
      branch: "main",
      commitSha: null,
      by: null,
      at: "2026-11-12T10:00:00Z",
      prNumber: null,
    };
    const main = { branch: "main", sha: "a1b2c3d4e5", own: false };
    const reference = { chosenBy: "history", where: "branch_point", version, main, mainNow: version } as const;
    const shots = (["passed", "failed", "pending"] as const).map((status, index) => ({
      index,
      fingerprint: "f",
      status,
      flaky: false,
      reasons: [],
      reference,
    }));
    expect(countResults(shots).comparedWith).to.deep.equal([
      "Compared with main at a1b2c3d, where this branch began.",
      "main has moved on by 2 screenshots since this branch began.",
    ]);
  });
});

describe("Changing a run from outside", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  beforeEach(async () => {
    database = await openDatabase();
    models = database.models;
  });
  afterEach(() => database.drop());
  const run = (id: string) => models.runs.findOne({ _id: id }).lean();
  const close = (runId: string, error = "cancelled by key ci") =>
    closeRun(models, { runId, status: "failed", error, at: AT });

  it("closes a running run, once, and settles the shots without a verdict", async () => {
    const id = await addRun(models, "run_1", { status: "running" });
    await addShot(models, id, 0, { status: "passed" });
    await addShot(models, id, 1, { status: "pending", viewport: "phone", decidedAt: null });
    const closed = await Promise.all(Array.from({ length: 10 }, (_, i) => close(id, `cancelled by ${i}`)));
    expect(closed.filter(Boolean)).to.have.length(1);
    const after = await run(id);
    expect(after).to.include({ status: "failed", verdict: null, duration: 600_000 });
    expect(after?.error).to.equal(`cancelled by ${closed.indexOf(true)}`);
    expect(after?.summary).to.include({ total: 2, passed: 1, failed: 1, errors: 1 });
    const shot = await models.shots.findOne({ index: 1 }).lean();
    expect(shot).to.include({ status: "error", fingerprint: "not_run", mismatchPercent: 100 });
    expect(shot?.reasons[0]?.code).to.equal("not_run");
  });

  it("leaves a run that has ended as it is", async () => {
    const id = await addRun(models, "run_1", { status: "completed", verdict: "pass" });
    await addShot(models, id, 0, { status: "pending" });
    expect(await close(id)).to.equal(false);
    expect(await run(id)).to.include({ status: "completed", verdict: "pass", error: null });
    expect(await models.shots.countDocuments({ status: "pending" })).to.equal(1);
    expect(await close("run_nope")).to.equal(false);
  });

  it("closes the requests for its review if everything is decided, and only then", async () => {
    const about = { orgId: "org_a", projectId: "prj_shop", email: "ann@shop.example", askedBy: "ben", note: null };
    const shots: [runId: string, patch: ShotPatch][] = [
      ["run_decided", { review: { decision: "rejected", note: null, by: "ben", at: AT, versionId: null } }],
      ["run_open", {}],
    ];
    for (const [runId, patch] of shots) {
      await addRun(models, runId, { status: "running" });
      await addShot(models, runId, 0, patch);
      await askPerson(models, { ...about, runId, askedAt: AT });
      expect(await close(runId)).to.equal(true);
    }
    const [decided, open] = await Promise.all(shots.map(([runId]) => requestsOfRun(models, runId)));
    expect(decided).to.have.length(1);
    expect(decided?.[0]).to.include({ doneBy: "decisions", waiterId: null });
    expect(open?.[0]).to.include({ doneBy: null });
  });

  it("finishes what a closer that died left undone", async () => {
    const id = await addRun(models, "run_1", { status: "failed", error: "lost" });
    await addShot(models, id, 0, { status: "pending" });
    expect(await close(id)).to.equal(false);
    expect(await models.shots.countDocuments({ status: "error" })).to.equal(1);
    expect((await run(id))?.error).to.equal("lost");
    expect(await settlePendingShots(models, id, new Date())).to.equal(0);
  });

  it("keeps counts right however approvals race", async () => {
    const id = await addRun(models, "run_1", { verdict: "fail" });
    const shots = await Promise.all(
      Array.from({ length: 20 }, (_, i) => addShot(models, id, i, { viewport: `v${i}` })),
    );
    await Promise.all(
      shots.map(async (_id) => {
        await models.shots.updateOne({ _id }, { $set: { status: "approved" } });
        await refreshSummary(models, id);
      }),
    );
    const after = await run(id);
    expect(after?.summary).to.deep.equal(await summaryOf(models, id));
    expect(after?.summary).to.include({ total: 20, passed: 20, approved: 20, failed: 0 });
    expect(after?.verdict).to.equal("pass");
  });

  it("gives a failed run counts but no verdict, and a running one neither", async () => {
    for (const status of ["failed", "running"] as const) {
      const id = await addRun(models, `run_${status}`, { status });
      await addShot(models, id, 0, { status: "passed" });
      await refreshSummary(models, id);
      const after = await run(id);
      expect([after?.verdict, (after?.summary as VisualSummary | null)?.total]).to.deep.equal([
        null,
        status === "failed" ? 1 : undefined,
      ]);
    }
  });
});
