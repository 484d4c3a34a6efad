// Nobody ever sees a run stuck at `running`: runs are compared with their workflows, started again or closed with the reason.
import { messageOf } from "../../domain/errors.ts";
import { workflowIdOfRun } from "../../domain/ids.ts";
import { GIVE_UP_AFTER_MS, lostRun } from "../../domain/lostRun.ts";
import { BATCH, inBatches } from "../../models/inBatches.ts";
import type { Run } from "../../models/run.ts";
import { closeRun } from "../../models/runs.ts";
import { startRunWorkflow } from "../../platform/temporal/startRunWorkflow.ts";
import type { ReconcileDeps } from "../deps.ts";
import { reconcileJobs } from "../jobs/reconcileJobs.ts";
import { endChildren } from "../plan/endChildren.ts";
import { workflowStatus } from "./workflowStatus.ts";

export type ReconcileActivities = { reconcileRuns(): Promise<{ restarted: number; closed: number }> };

const KEEP_IDEMPOTENCY_MS = 24 * 3_600_000;

export function createReconcileActivities(deps: ReconcileDeps): ReconcileActivities {
  const { models, client } = deps;

  const slugOf = async (environmentId: string | null) =>
    environmentId ? (await models.environments.findById(environmentId, { slug: 1 }).lean())?.slug : null;

  /** A pillar that never began, of a full audit that is over. */
  const isOrphan = async ({ parentRunId }: Run) =>
    parentRunId !== null && !(await models.runs.exists({ _id: parentRunId, status: "running" }));

  const one = async (run: Run): Promise<"restarted" | "closed" | "fine"> => {
    const at = deps.now();
    const decision = lostRun({
      workflow: await workflowStatus(client, workflowIdOfRun(run._id)),
      ageMs: at.getTime() - run.createdAt.getTime(),
      cancelledBy: run.cancelledBy,
      begun: run.executionId !== null,
      restartAfterMs: deps.config.reconcileAfterMs,
      giveUpAfterMs: GIVE_UP_AFTER_MS,
    });
    if (decision.action === "wait") return "fine";
    if (decision.action === "start" && !(await isOrphan(run))) {
      // Since it was listed, somebody may have cancelled it and closed it for want of a workflow.
      if (!(await models.runs.exists({ _id: run._id, status: "running", cancelledBy: null }))) return "fine";
      await startRunWorkflow(client, deps.queues, {
        runId: run._id,
        type: run.type,
        projectId: run.projectId,
        projectSlug: run.projectSlug,
        environment: (await slugOf(run.environmentId)) ?? "",
      });
      await models.runs.updateOne({ _id: run._id, startedAt: null }, { $set: { startedAt: at } });
      if (await models.runs.exists({ _id: run._id, cancelledBy: { $ne: null } }))
        await client.workflow.getHandle(workflowIdOfRun(run._id)).cancel();
      deps.log("warn", "a run without a workflow was started", { runId: run._id });
      return "restarted";
    }
    if (run.type === "full-suite" && (await endChildren(deps, run)) > 0) return "fine";
    const reason = decision.action === "close" ? decision.reason : "The full audit that it belongs to has ended.";
    if (await closeRun(models, { runId: run._id, status: "failed", error: reason, at }))
      deps.log("warn", "a run was closed", { runId: run._id, reason });
    return "closed";
  };

  return {
    async reconcileRuns() {
      const counts = { restarted: 0, closed: 0 };
      const read = (after: object) =>
        models.runs
          .find({ status: "running", ...after })
          .sort({ _id: 1 })
          .limit(BATCH)
          .lean<Run[]>();
      for await (const run of inBatches(read)) {
        try {
          const what = await one(run);
          if (what !== "fine") counts[what] += 1;
        } catch (error) {
          // One run's trouble must not keep the others from being looked at.
          deps.log("warn", "a run could not be reconciled", { runId: run._id, error: messageOf(error) });
        }
      }
      const jobs = await reconcileJobs(deps, GIVE_UP_AFTER_MS);
      counts.restarted += jobs.restarted;
      counts.closed += jobs.closed;
      await models.idempotency.deleteMany({ createdAt: { $lt: new Date(deps.now().getTime() - KEEP_IDEMPOTENCY_MS) } });
      return counts;
    },
  };
}
