// Undoing a rejection also undoes it in later runs that carry it, so that none of them passes it on.
import { noteReview } from "../../../models/changes/queries.ts";
import { carriedWith } from "../../../models/reviewItems/carry.ts";
import { refreshReviewItems } from "../../../models/reviewItems/writeRun.ts";
import { holdRun } from "../../../models/runs/hold.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { writeReview } from "../../../models/shots/reviews.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { findWork } from "../../../models/work/queries.ts";
import type { OperationContext } from "../../lib/context.ts";
import { decided } from "../../lib/decided.ts";
import { settleReviews } from "../../lib/settleReviews.ts";

/** A result of another run whose decision an undo reverted. */
export type UndoneElsewhere = { projectId: string; runId: string; shotId: string };

/**
 * Reverts the decision about this result in the results of other runs that carry it. Decisions that somebody has made since stay. Returns
 * the results; call `tellUndone` with those of the whole decision.
 */
export async function undoCarried({ models, now }: OperationContext, run: Run, shot: Shot): Promise<UndoneElsewhere[]> {
  const undone: UndoneElsewhere[] = [];
  for (const other of await carriedWith(models, run, shot)) {
    const back = { status: other.status, review: other.reviewBefore ?? null, before: null };
    // A sweep is already deleting the other run.
    if (!(await holdRun(models, other.runId, now()))) continue;
    if (await writeReview(models, other, back))
      undone.push({ projectId: run.projectId, runId: other.runId, shotId: other._id });
  }
  return undone;
}

/** Updates everything derived from these results, once per run. */
export async function tellUndone(ctx: OperationContext, undone: readonly UndoneElsewhere[]): Promise<void> {
  const { models } = ctx;
  for (const [projectId, ofProject] of Map.groupBy(undone, (one) => one.projectId)) {
    const byRun = Map.groupBy(ofProject, ({ runId }) => runId);
    for (const [runId, own] of byRun) {
      const ids = own.map(({ shotId }) => shotId);
      const run = await findWork(models, "run", runId);
      if (run?.status === "completed") await refreshReviewItems(models, run, new Set(ids));
      await noteReview(models, { runId, projectId }, { decision: "undo", shots: ids });
      await settleReviews(ctx, runId);
    }
    await decided(ctx, projectId, [...byRun.keys()]);
  }
}
