// When an ignored change is undone, results that have passed because of it since fail again, so that no unreviewed change passes unnoticed.
import { type Ignored, reasonsAfter, restsOn } from "../../../domain/visual/ignored/ignored.ts";
import { noteReview } from "../../../models/changes/queries.ts";
import { placeIdOf } from "../../../models/ignoredChanges/queries.ts";
import { findProject } from "../../../models/projects/queries.ts";
import { holdRun } from "../../../models/runs/hold.ts";
import { latestRunsOfType } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { refreshSummary } from "../../../models/runs/writes.ts";
import { shotsOf } from "../../../models/shots/queries.ts";
import { writeReview } from "../../../models/shots/reviews.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { describeCaller } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { decided } from "../../lib/decided.ts";
import { settleReviews } from "../../lib/settleReviews.ts";

/** A result whose ignored change was undone, and the decisions that were stopped. */
export type Undone = { shot: Shot; stopped: readonly Ignored[] };

/** Maximum number of runs searched, newest first. */
const MAX_RUNS = 50;
/** Fields of a result that a decision about it reads and guards. */
export const REVIEWED = {
  baselineKey: 1,
  carriedFrom: 1,
  status: 1,
  reasons: 1,
  decidedAt: 1,
  review: 1,
  reviewBefore: 1,
  reviewRev: 1,
} as const;

/** On each branch, fails the newest result of each place again if it passed because of a stopped decision. */
export async function failLater(
  ctx: OperationContext,
  caller: Caller,
  run: Run,
  undone: readonly Undone[],
): Promise<void> {
  const stopped = undone.filter((one) => one.stopped.length > 0);
  if (stopped.length === 0) return;
  const project = await findProject(ctx.models, run.projectId, { mainBranch: 1 });
  if (!project) return;
  const wanted = { since: run.createdAt, limit: MAX_RUNS, fields: { branch: 1, status: 1 } } as const;
  const runs = await latestRunsOfType(ctx.models, { project }, "vrt-test", wanted);
  const byBranch = Map.groupBy(
    // A running run may have judged the place already; its end counts the results.
    runs.filter(({ _id, status }) => _id !== run._id && status !== "failed"),
    ({ branch }) => branch ?? project.mainBranch,
  );
  for (const ofBranch of byBranch.values()) {
    const open = new Map(stopped.map((one) => [placeIdOf(one.shot.baselineKey), one]));
    for (const { _id } of ofBranch) {
      if (open.size === 0) break;
      const failed = await failIn(ctx, _id, open);
      if (failed.length > 0) await tellFailed(ctx, caller, { runId: _id, projectId: run.projectId }, failed);
    }
  }
}

/** Removes the places that the run covered from `open`. Returns the results that fail again. */
async function failIn({ models, now }: OperationContext, runId: string, open: Map<string, Undone>): Promise<string[]> {
  const scenarioIds = [...new Set([...open.values()].map(({ shot }) => shot.scenarioId))];
  const failed: string[] = [];
  for (const shot of await shotsOf(models, { runId, scenarioIds }, { fields: REVIEWED })) {
    const placeId = placeIdOf(shot.baselineKey);
    const undone = open.get(placeId);
    // A result carried over from another run belongs to that run.
    if (!undone || shot.carriedFrom) continue;
    open.delete(placeId);
    const [ended] = undone.stopped;
    const ids = new Set(undone.stopped.map(({ id }) => id));
    if (!ended || shot.status !== "passed" || !restsOn(shot.reasons, ids)) continue;
    const reasons = reasonsAfter(shot.reasons, ended);
    const { review = null, reviewBefore: before = null } = shot;
    // A sweep is already deleting the run.
    if (!(await holdRun(models, runId, now()))) break;
    if (await writeReview(models, shot, { status: "failed", review, before, reasons })) failed.push(shot._id);
  }
  return failed;
}

/** Updates and notifies as for every decision about results. */
export async function tellFailed(
  ctx: OperationContext,
  caller: Caller,
  { runId, projectId }: { runId: string; projectId: string },
  failed: readonly string[],
): Promise<void> {
  await refreshSummary(ctx.models, runId);
  await decided(ctx, projectId, []);
  await noteReview(ctx.models, { runId, projectId }, { decision: "undo", by: describeCaller(caller), shots: failed });
  await settleReviews(ctx, runId);
}
