// Undoing a rejection takes it back wherever it holds: a later run must not carry it on.
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

/** A result of another run whose decision an undo took back. */
export type UndoneElsewhere = { projectId: string; runId: string; shotId: string };

/**
 * Takes the decision about this result back in those of other runs that hold it. What somebody decided again meanwhile stays. Answers
 * which: `tellUndone` is to be called with those of the whole decision.
 */
export async function undoCarried({ models, now }: OperationContext, run: Run, shot: Shot): Promise<UndoneElsewhere[]> {
  const undone: UndoneElsewhere[] = [];
  for (const other of await carriedWith(models, run, shot)) {
    const back = { status: other.status, review: other.reviewBefore ?? null, before: null };
    // A sweep that deletes the other run came first.
    if (!(await holdRun(models, other.runId, now()))) continue;
    if (await writeReview(models, other, back))
      undone.push({ projectId: run.projectId, runId: other.runId, shotId: other._id });
  }
  return undone;
}

/** Brings what follows from these results up to date, once for each run. */
export async function tellUndone(ctx: OperationContext, undone: readonly UndoneElsewhere[]): Promise<void> {
  const { models } = ctx;
  for (const [projectId, ofProject] of Map.groupBy(undone, (one) => one.projectId)) {
    const byRun = Map.groupBy(ofProject, ({ runId }) => runId);
    for (const [runId, own] of byRun) {
      const ids = own.map(({ shotId }) => shotId);
      const run = await findWork(models, "run", runId);
      if (run?.status === "completed") await refreshReviewItems(models, run, new Set(ids));
      await noteReview(models, { runId, projectId }, { decision: "undo", shots: ids });
    }
    await decided(ctx, projectId, [...byRun.keys()]);
  }
}
