// Prevents stuck runs and jobs: all that have not ended are compared with their workflows.

import { messageOf } from "../../domain/errors.ts";
import { given } from "../../domain/given.ts";
import { IDEMPOTENCY_TTL_MS } from "../../domain/idempotency.ts";
import { runOfCrawl } from "../../domain/ids.ts";
import { PREVIEW_KEPT_DAYS } from "../../domain/net/preview.ts";
import { FULL_AUDIT } from "../../domain/runTypes.ts";
import { forgetIdempotencyKeys } from "../../models/bookkeeping/idempotency.ts";
import { forgetChanges } from "../../models/changes/queries.ts";
import { forgetPreviews } from "../../models/environments/previews.ts";
import { findEnvironment } from "../../models/environments/queries.ts";
import type { Job } from "../../models/jobs/schema.ts";
import { fillOnce } from "../../models/migrations/migrate.ts";
import { forgetPresences } from "../../models/presences/queries.ts";
import { sweepProblems } from "../../models/problems/sweep.ts";
import { sweepReview } from "../../models/reviewItems/sweep.ts";
import { runStatus } from "../../models/runs/lifecycle.ts";
import type { Run } from "../../models/runs/schema.ts";
import { turnOfRun, weightOfProject } from "../../models/runs/turn.ts";
import { forgetLines } from "../../models/siteTurns/queries.ts";
import { closeLost } from "../../models/work/closeLost.ts";
import { startJobWorkflow } from "../../platform/temporal/startJobWorkflow.ts";
import { startRunWorkflow } from "../../platform/temporal/startRunWorkflow.ts";
import type { ReconcileDeps } from "../deps.ts";
import { startErasures } from "../erasure/startErasures.ts";
import { endChildren } from "../plan/endChildren.ts";
import { startCleanups } from "../retention/startCleanups.ts";
import { type Reconciled, type Reconciliation, reconcileWork } from "./reconcileWork.ts";

const DAY_MS = 86_400_000;

export type ReconcileActivities = { reconcileRuns(): Promise<Reconciliation> };

export function createReconcileActivities(deps: ReconcileDeps): ReconcileActivities {
  const { models } = deps;
  return {
    async reconcileRuns() {
      const runs = await reconcileWork(deps, "run", reconciledRuns(deps));
      const jobs = await reconcileWork(deps, "job", reconciledJobs(deps));
      await startCleanups(deps);
      await startErasures(deps);
      await forgetChanges(models);
      await forgetPresences(models, deps.now());
      await forgetLines(models, deps.now().getTime());
      await forgetIdempotencyKeys(models, new Date(deps.now().getTime() - IDEMPOTENCY_TTL_MS));
      await forgetPreviews(models, new Date(deps.now().getTime() - PREVIEW_KEPT_DAYS * DAY_MS));
      await sweepOldProblems(deps);
      await sweepReview(models, deps.now());
      await fillSome(deps);
      return { restarted: runs.restarted + jobs.restarted, closed: runs.closed + jobs.closed };
    },
  };
}

/** Last in a round: fills in data missing from earlier versions, because nothing else waits for it then. */
async function fillSome({ models, log }: ReconcileDeps): Promise<void> {
  try {
    await fillOnce(models);
  } catch (error) {
    log("warn", "what an earlier version left was not filled in", { error: messageOf(error) });
  }
}

/** One project per round, each once a day. */
async function sweepOldProblems({ models, config, log, now }: ReconcileDeps): Promise<void> {
  const at = now();
  const until = new Date(at.getTime() - config.fixedProblemDays * DAY_MS);
  const deleted = await sweepProblems(models, { until, now: at });
  if (deleted) log("info", "problems that were fixed long ago were deleted", { problems: deleted });
}

function reconciledRuns(deps: ReconcileDeps): Reconciled<Run> {
  const { models, client, queues } = deps;
  const slugOf = async (environmentId: string | null) =>
    (await findEnvironment(models, environmentId, { slug: 1 }))?.slug;
  return {
    async start(run) {
      const { _id: runId, type, orgId, projectId, projectSlug, environmentId, upload, pages } = run;
      const environment = (await slugOf(environmentId)) ?? "";
      const turn = await turnOfRun(models, run);
      const start = { runId, type, orgId, projectId, projectSlug, environment, ...turn };
      const more = { ...(upload && { uploads: true as const }), ...(pages && { site: true as const }) };
      await startRunWorkflow(client, queues, { ...start, ...more });
    },
    // A pillar of an ended full audit that never started.
    async orphaned({ parentRunId }) {
      if (parentRunId === null || (await runStatus(models, parentRunId)) === "running") return null;
      return "The full audit that it belongs to has ended.";
    },
    async close(run, end) {
      if (run.type === FULL_AUDIT && (await endChildren(deps, run)) > 0) return "later";
      return closeLost(models, { kind: "run", id: run._id }, end);
    },
  };
}

function reconciledJobs({ models, client, queues }: ReconcileDeps): Reconciled<Job> {
  return {
    start: async ({ _id: jobId, kind, orgId, projectId, projectSlug, environment, location }) =>
      startJobWorkflow(client, queues, {
        jobId,
        kind,
        orgId,
        projectId,
        projectSlug,
        environment,
        ...given({ location }),
        weight: await weightOfProject(models, { orgId, projectId }),
      }),
    // A crawl that an audit stored for itself, and whose child workflow never began.
    async orphaned(job) {
      const runId = runOfCrawl(job);
      if (runId === null || (await runStatus(models, runId)) === "running") return null;
      return "The audit that it belongs to has ended.";
    },
    close: ({ _id }, end) => closeLost(models, { kind: "job", id: _id }, end),
  };
}
