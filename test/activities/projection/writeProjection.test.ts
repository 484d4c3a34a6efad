// Progress, the end of visual and baseline runs, and shots that were given up.
import { expect } from "chai";
import type { CommonDeps } from "../../../activities/commonDeps.ts";
import { createProjectionActivities } from "../../../activities/projection/writeProjection.ts";
import { approvedReason } from "../../../domain/history/approvalSentences.ts";
import type { Reason } from "../../../domain/visual/outcome.ts";
import type { VisualSummary } from "../../../domain/visual/summary.ts";
import type { Models } from "../../../models/index.ts";
import { addRun, addShot } from "../../api/support/shots.ts";
import { withActivity } from "../../support/activity.ts";
import { openDatabase } from "../../support/database.ts";

const AT = new Date("2026-03-10T12:00:00Z");
const NOTES: Reason[] = [
  { code: "history", message: "The history of a1b2c3d is not known, so main's newest baselines count." },
];

describe("the projection of a run", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  let activities: ReturnType<typeof createProjectionActivities>;
  const counted: string[] = [];
  before(async () => {
    database = await openDatabase();
    models = database.models;
    activities = createProjectionActivities({
      models,
      now: () => AT,
      log: () => undefined,
      metrics: {
        run: (type: string, status: string) => void counted.push(`${type} ${status}`),
        shot: () => undefined,
      },
    } as unknown as CommonDeps);
  });
  after(() => database.drop());
  beforeEach(() => {
    counted.length = 0;
  });

  const running = { status: "running", verdict: null, executionId: null, seq: 0 } as const;
  const runOf = (id: string) => models.runs.findById(id).lean();
  const write = (runId: string, seq: number, done: number) =>
    withActivity(() =>
      activities.writeProjection({ runId, executionId: "e", seq, progress: { done, total: 9, phase: "testing" } }),
    );
  const finish = (runId: string, failure?: { cancelled: true }) =>
    withActivity(() => activities.finishRun({ runId, executionId: "e", seq: 9, ...(failure && { failure }) }));

  it("takes a newer write, and neither an older one nor one of a run that is not there", async () => {
    const id = await addRun(models, "run_progress", running);
    expect([await write(id, 2, 5), await write(id, 1, 1), await write(id, 2, 2)]).to.deep.equal([true, false, false]);
    expect(await runOf(id)).to.deep.include({ progress: { done: 5, total: 9, phase: "testing" }, seq: 2 });
    const error = await write("run_none", 1, 1).catch((reason: Error) => reason);
    expect(error).to.include({ nonRetryable: true, message: "The run run_none is not in the database." });
  });

  it("is noted for open pages with each write that counts; a note that cannot be made holds nothing up", async () => {
    const id = await addRun(models, "run_noted", running);
    const noted = async () => (await models.changes.findOne({ _id: `run:${id}` }).lean())?.at.getTime() ?? 0;
    expect(await noted()).to.equal(0);
    await write(id, 2, 5);
    const first = await noted();
    expect(first).to.be.greaterThan(0);
    await write(id, 1, 1);
    expect(await noted()).to.equal(first);
    const said: string[] = [];
    const changes = { updateOne: () => Promise.reject(new Error("The database is full.")) };
    const broken = createProjectionActivities({
      models: { ...models, changes } as unknown as Models,
      now: () => AT,
      log: (_level: unknown, message: string) => void said.push(message),
      metrics: { run: () => undefined, shot: () => undefined },
    } as unknown as CommonDeps);
    const progress = { done: 6, total: 9, phase: "testing" };
    expect(
      await withActivity(() => broken.writeProjection({ runId: id, executionId: "e", seq: 3, progress })),
    ).to.equal(true);
    expect(said).to.deep.equal(["a change was not noted for open pages"]);
  });

  it("counts again what was decided while the end was written", async () => {
    const id = await addRun(models, "run_decided", running);
    await addShot(models, id, 0);
    expect(await finish(id)).to.deep.equal({ status: "completed", verdict: "fail" });
    // As a reviewer leaves it who saw a running run.
    await models.shots.updateMany({ runId: id }, { $set: { status: "approved" } });
    expect(await finish(id)).to.deep.equal({ status: "completed", verdict: "pass" });
    expect((await runOf(id))?.summary).to.deep.include({ failed: 0, approved: 1 });
  });

  it("ends with the counts of the shots, once", async () => {
    const id = await addRun(models, "run_judged", { ...running, historyNotes: NOTES, warnings: NOTES });
    const banner = (message: string) => ({ code: "consent_banner" as const, message, data: { value: "#no" } });
    await addShot(models, id, 0, { status: "passed", reasons: [banner("A banner covers 9 % of the window.")] });
    await addShot(models, id, 2, { status: "passed", viewport: "tablet", reasons: [banner("A banner covers 20 %.")] });
    await addShot(models, id, 1, {
      viewport: "phone",
      reasons: [
        { code: "different_renderer", message: "Drawn by another renderer." },
        { code: "unsettled", message: "The page looked different in 4 captures." },
      ],
    });
    const decision = { versionId: "bsv_1", branch: "feature/price", by: "ann@shop.example", at: AT, prNumber: 41 };
    await addShot(models, id, 3, {
      status: "passed",
      viewport: "desktop",
      browser: "firefox",
      reasons: [approvedReason({ ...decision, commitSha: null }, "main")],
    });
    expect(await finish(id)).to.deep.equal({ status: "completed", verdict: "fail" });
    expect(await finish(id)).to.deep.equal({ status: "completed", verdict: "fail" });
    const run = await runOf(id);
    expect(run).to.deep.include({ status: "completed", finishedAt: AT, duration: 3_600_000, error: null });
    expect(run?.summary).to.include({ total: 4, passed: 3, failed: 1 });
    // The summary names whose decision a pass rests on, for every interface; it is not a warning.
    const whose = /^1 screenshot passed because of an approval: accepted by ann@shop\.example on feature\/price in #41/;
    const [approval = ""] = (run?.summary as VisualSummary | undefined)?.approvals ?? [];
    expect(approval).to.match(whose);
    // One banner results in one warning, whatever share of the window it covers.
    const told = run?.warnings.map(({ message }) => message.replace("20 %.", "9 % of the window."));
    // The note about its history from the start comes first and once, even if the end is written twice.
    expect(told?.[0]).to.equal(NOTES[0]?.message);
    expect(told).to.have.members([
      ...NOTES.map(({ message }) => message),
      "A banner covers 9 % of the window.",
      "Drawn by another renderer.",
      "The page looked different in 4 captures.",
    ]);
    expect(counted).to.deep.equal(["vrt-test completed"]);
  });

  it("that was cancelled says by whom, and closes the shots that were not taken", async () => {
    const stopped = { ...running, cancelledBy: "ada", historyNotes: NOTES, warnings: NOTES };
    const id = await addRun(models, "run_stopped", stopped);
    await addShot(models, id, 0, { status: "pending", decidedAt: null });
    expect(await finish(id, { cancelled: true })).to.include({ status: "failed", error: "cancelled by ada" });
    expect(counted).to.deep.equal(["vrt-test cancelled"]);
    expect(await runOf(id)).to.deep.include({ status: "failed", error: "cancelled by ada", warnings: NOTES });
    expect(await models.shots.findOne({ runId: id }).lean()).to.include({ status: "error", fingerprint: "not_run" });
  });

  it("in which every shot is an error says the commonest one", async () => {
    const id = await addRun(models, "run_errors", running);
    const down = [{ code: "page_error" as const, message: "The site is down." }];
    for (const [index, viewport] of (["phone", "tablet", "desktop"] as const).entries())
      await addShot(models, id, index, {
        viewport,
        status: "error",
        reasons: index === 0 ? [{ code: "timeout", message: "It took too long." }] : down,
      });
    await finish(id);
    expect(await runOf(id)).to.include({
      status: "failed",
      verdict: null,
      error: "No screenshot could be compared: The site is down.",
    });
  });

  it("has an error for a shot that was given up, and leaves one that is decided", async () => {
    const id = await addRun(models, "run_given_up", running);
    const open = await addShot(models, id, 0, { status: "pending", decidedAt: null, reasons: [] });
    const decided = await addShot(models, id, 1, { viewport: "phone", status: "passed", reasons: [] });
    for (const shotId of [open, decided])
      await withActivity(() =>
        activities.failShot({ shotId, message: "The browser does not start.", code: "browser_crashed" }),
      );
    const shots = await models.shots.find({ runId: id }).sort({ index: 1 }).lean();
    expect(shots.map(({ status }) => status)).to.deep.equal(["error", "passed"]);
    expect(shots[0]?.reasons[0]?.code).to.equal("browser_crashed");
    expect(shots[0]?.reasons[0]?.message).to.contain("The browser does not start.");
  });
});
