// A run that users saw as ended keeps that result, whatever a reset workflow writes later.
import { expect } from "chai";
import type { CommonDeps } from "../../../activities/commonDeps.ts";
import type { AuditDeps } from "../../../activities/deps.ts";
import { createCrawlActivities } from "../../../activities/jobs/crawl/index.ts";
import { createJobProjectionActivities } from "../../../activities/jobs/jobProjection.ts";
import { createPlanAuditActivities } from "../../../activities/plan/planAudit.ts";
import { createPlanActivities } from "../../../activities/plan/planRun.ts";
import { createSuiteActivities } from "../../../activities/plan/suite.ts";
import { createProjectionActivities } from "../../../activities/projection/writeProjection.ts";
import { openShot } from "../../../activities/verdicts.ts";
import type { Models } from "../../../models/index.ts";
import { closeRun } from "../../../models/runs/writes.ts";
import { addRun, addShot } from "../../api/support/shots.ts";
import { withActivity } from "../../support/activity.ts";
import { openDatabase } from "../../support/database.ts";

const AT = new Date("2026-03-10T12:00:00Z");

describe("the projection of what has ended", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  let deps: CommonDeps;
  before(async () => {
    database = await openDatabase();
    models = database.models;
    deps = {
      models,
      now: () => AT,
      log: () => undefined,
      metrics: { run: () => undefined, page: () => undefined, shot: () => undefined },
      // After a reset, Temporal reports the new execution as the current one.
      client: {
        workflow: { getHandle: () => ({ describe: async () => ({ runId: "reset", status: { name: "RUNNING" } }) }) },
      },
    } as unknown as CommonDeps;
  });
  after(() => database.drop());

  const progress = { done: 1, total: 2, phase: "testing" };
  for (const status of ["failed", "completed"] as const)
    for (const executionId of ["first", "reset"]) {
      it(`a run that is ${status} stays so, when the ${executionId} execution goes on`, async () => {
        const _id = `run_${status}_${executionId}`;
        await addRun(models, _id, { status, executionId: "first", seq: 3, finishedAt: AT, error: "as it was" });
        const before = await models.runs.findById(_id).lean();
        const { writeProjection, finishRun } = createProjectionActivities(deps);
        const writing = { runId: _id, executionId, seq: 4 };
        expect(await withActivity(() => writeProjection({ ...writing, progress }))).to.equal(false);
        expect(await withActivity(() => finishRun({ ...writing, seq: 5 }))).to.deep.equal({
          status,
          verdict: before?.verdict,
          ...(status === "failed" && { error: "as it was" }),
        });
        expect(await models.runs.findById(_id).lean()).to.deep.equal(before);
      });

      it(`a job that is ${status} stays so, when the ${executionId} execution goes on`, async () => {
        const _id = `job_${status}_${executionId}`;
        await models.jobs.create({
          _id,
          orgId: "org_a",
          projectId: "prj_1",
          projectSlug: "shop",
          kind: "crawl_site",
          status,
          lock: _id,
          environment: "",
          baseUrl: "https://shop.example",
          requestedBy: "ada",
          createdAt: AT,
          finishedAt: AT,
          executionId: "first",
          seq: 3,
          input: {},
          progress,
          error: null,
          result: null,
          cancelledBy: null,
        });
        const before = await models.jobs.findById(_id).lean();
        const { writeJobProgress, failJob } = createJobProjectionActivities(deps);
        const writing = { jobId: _id, executionId, seq: 4 };
        expect(await withActivity(() => writeJobProgress({ ...writing, progress }))).to.equal(false);
        await withActivity(() => failJob({ ...writing, seq: 5, failure: { cancelled: true } }));
        expect(await models.jobs.findById(_id).lean()).to.deep.equal(before);
        const { planCrawl, crawlBatch } = createCrawlActivities(deps as AuditDeps);
        for (const work of [() => planCrawl({ jobId: _id }), () => crawlBatch({ jobId: _id, counts: null })])
          expect(await failureOf(() => withActivity<unknown>(work))).to.match(/has ended as .* start a new one/);
      });
    }

  it("is not planned again, whichever kind it is", async () => {
    await addRun(models, "run_over", { status: "failed", error: "The workflow was terminated in Temporal." });
    const input = { runId: "run_over", executionId: "reset" };
    for (const plan of [
      () => createPlanActivities(deps).planRun(input),
      () => createPlanAuditActivities(deps as AuditDeps).planAudit(input),
      () => createSuiteActivities(deps).planSuite(input),
    ])
      expect(await failureOf(() => withActivity<unknown>(plan))).to.equal(
        "The run run_over has ended as failed (The workflow was terminated in Temporal), and cannot be resumed: start a new one.",
      );
  });

  it("keeps its shots closed", async () => {
    await addRun(models, "run_closed", { status: "running", executionId: "first" });
    await addShot(models, "run_closed", 0, { status: "pending", decidedAt: null });
    await closeRun(models, { runId: "run_closed", status: "failed", error: "The workflow timed out.", at: AT });
    const shot = await withActivity(() => openShot(deps, "run_closed-00000"));
    expect(shot).to.include({ status: "error", fingerprint: "not_run" });
    expect(await models.runs.findById("run_closed").lean()).to.include({ status: "failed" });
  });
});

async function failureOf(work: () => Promise<unknown>): Promise<string> {
  return work().then(
    () => "nothing",
    (error: Error) => error.message,
  );
}
