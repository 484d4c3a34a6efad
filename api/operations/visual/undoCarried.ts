// Undoing a rejection takes it back wherever it holds: a later run must not carry it on.
import { noteChange } from "../../../models/changes/queries.ts";
import { carriedWith } from "../../../models/reviewItems/carry.ts";
import { refreshReviewItems } from "../../../models/reviewItems/writeRun.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { writeReview } from "../../../models/shots/reviews.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { findWork } from "../../../models/work/queries.ts";
import type { OperationContext } from "../../lib/context.ts";
import { decided } from "../../lib/decided.ts";

/** The results of other runs that hold the decision about this one. What somebody decided again meanwhile stays. */
export async function undoCarried(ctx: OperationContext, run: Run, shot: Shot): Promise<void> {
  const { models } = ctx;
  for (const other of await carriedWith(models, run, shot)) {
    const back = { status: other.status, review: other.reviewBefore ?? null, before: null };
    if (!(await writeReview(models, other, back))) continue;
    const itsRun = await findWork(models, "run", other.runId);
    if (itsRun?.status === "completed") await refreshReviewItems(models, itsRun, new Set([other._id]));
    await decided(ctx, run.projectId, [other.runId]);
    const data = { decision: "undo", shots: [other._id], count: 1 };
    await noteChange(models, { kind: "review", id: other.runId, projectId: run.projectId, data });
  }
}
