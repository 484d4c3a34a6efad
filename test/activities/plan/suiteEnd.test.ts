import { WorkflowNotFoundError } from "@temporalio/client";
import { expect } from "chai";
import type { ReconcileDeps } from "../../../activities/deps.ts";
import { createSuiteActivities } from "../../../activities/plan/suite.ts";
import { createReconcileActivities } from "../../../activities/projection/reconcile.ts";
import type { Models } from "../../../models/index.ts";
import { closeRun } from "../../../models/runs/writes.ts";
import { addRun } from "../../api/support/shots.ts";
import { withActivity } from "../../support/activity.ts";
import { openDatabase } from "../../support/database.ts";

const AT = new Date("2026-03-10T12:00:00Z");

describe("the early end of a full audit", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  let deps: ReconcileDeps;
  /** The state that Temporal reports for each workflow. */
  const workflows = new Map<string, string>();
  const cancelled: string[] = [];
  const started: string[] = [];
  beforeEach(async () => {
    database = await openDatabase();
    models = database.models;
    for (const list of [cancelled, started]) list.length = 0;
    workflows.clear();
    deps = {
      models,
      now: () => AT,
      log: () => undefined,
      config: { reconcileAfterMs: 1_000 },
      queues: { orchestration: "o", browser: "b", lab: "l" },
      metrics: { run: () => undefined },
      client: {
        workflow: {
          getHandle: (id: string) => ({
            describe: async () => {
              const name = workflows.get(id);
              if (!name) throw new WorkflowNotFoundError("no such workflow", id, undefined);
              return { runId: "first", status: { name } };
            },
            cancel: async () => void cancelled.push(id),
          }),
          start: async (_: string, { workflowId }: { workflowId: string }) => void started.push(workflowId),
        },
      },
    } as unknown as ReconcileDeps;
  });
  afterEach(() => database.drop());

  const family = async (cancelledBy: string | null) => {
    const parent = await addRun(models, "run_all", { type: "full-suite", status: "running", cancelledBy, seq: 0 });
    const child = { status: "running", parentRunId: parent, seq: 0 } as const;
    await addRun(models, "run_all-seo", { type: "seo-test", ...child });
    await addRun(models, "run_all-a11y", { type: "a11y-test", ...child });
    return parent;
  };
  const read = (id: string) => models.runs.findById(id).lean();

  it("cancels what still goes on, closes what nobody works on, and says that it was cancelled when all have ended", async () => {
    const runId = await family("ada");
    workflows.set("run-run_all-seo", "RUNNING");
    const { finishSuite } = createSuiteActivities(deps);
    const finish = () =>
      withActivity(() => finishSuite({ runId, executionId: "first", seq: 1, failure: { cancelled: true } }));
    const early = await finish().catch((error: Error) => error.message);
    expect(early).to.match(/have not ended yet/);
    expect(cancelled).to.deep.equal(["run-run_all-seo"]);
    expect(await read(runId)).to.include({ status: "running" });
    expect(await read("run_all-seo")).to.include({ status: "running", cancelledBy: "ada" });
    expect(await read("run_all-a11y")).to.include({ status: "failed", error: "cancelled by ada" });
    workflows.set("run-run_all-seo", "CANCELLED");
    await closeRun(models, { runId: "run_all-seo", status: "failed", error: "cancelled by ada", at: AT });
    expect(await finish()).to.deep.equal({ status: "failed", verdict: null, error: "cancelled by ada" });
    const ended = await read(runId);
    expect(ended).to.include({ status: "failed", error: "cancelled by ada" });
    expect(ended?.summary).to.deep.include({
      total: 2,
      reasons: [
        "Accessibility audit is inconclusive: cancelled by ada.",
        "SEO audit is inconclusive: cancelled by ada.",
      ],
    });
  });

  it("the reconciler closes one that was terminated after its runs, and begins none of them any more", async () => {
    const runId = await family(null);
    workflows.set("run-run_all", "TERMINATED");
    workflows.set("run-run_all-seo", "RUNNING");
    const { reconcileRuns } = createReconcileActivities(deps);
    await reconcileRuns();
    expect(await read(runId)).to.include({ status: "running" });
    expect(cancelled).to.deep.equal(["run-run_all-seo"]);
    expect(await read("run_all-a11y")).to.include({ status: "failed" });
    await closeRun(models, { runId: "run_all-seo", status: "failed", error: "cancelled by an operator", at: AT });
    await reconcileRuns();
    expect(await read(runId)).to.include({ status: "failed", error: "The workflow was terminated in Temporal." });
    const createdAt = new Date(AT.getTime() - 60_000);
    await addRun(models, "run_all-late", {
      type: "seo-test",
      status: "running",
      parentRunId: runId,
      seq: 0,
      createdAt,
    });
    await reconcileRuns();
    expect(await read("run_all-late")).to.include({ error: "The full audit that it belongs to has ended." });
    expect(started).to.deep.equal([]);
  });
});
