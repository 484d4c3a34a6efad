// The results of a visual run that people review.
import { ProductError } from "../../../domain/errors.ts";
import { shotKindOf } from "../../../domain/runTypes.ts";
import { shotIdOf } from "../../../domain/shotIds.ts";
import { inReviewOrder } from "../../../domain/visual/reviewGroups.ts";
import { findProject } from "../../../models/projects/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { countReviews, type ListedShot } from "../../../models/shots/reviews.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { viewProjectHead } from "../projects/projectView.ts";
import { findRun } from "../runs/findRun.ts";
import { runRow } from "../runs/runRow.ts";
import { reviewPage, type Wanted } from "./reviewPage.ts";

export async function reviewableRun(ctx: OperationContext, caller: Caller, runId: string): Promise<Run> {
  const run = await findRun(ctx, caller, runId);
  if (shotKindOf(run.type) !== "visual")
    throw new ProductError("conflict", `Run "${runId}" is not a visual test: it has no screenshots to review.`);
  return run;
}

/**
 * Returns a page of the list in review order, and the details of the results being viewed: those in `shots`; otherwise, on the first page,
 * the one at index `at`, which may be one that passed and is not listed; otherwise the first one that nobody has reviewed.
 */
export async function readReview(ctx: OperationContext, caller: Caller, runId: string, wanted: Wanted) {
  requireReadRight(caller);
  const { models } = ctx;
  const run = await reviewableRun(ctx, caller, runId);
  const listed: ListedShot[] = [];
  const [{ progress, tiny }, project] = await Promise.all([
    countReviews(models, run._id, (shot) => listed.push(shot)),
    findProject(models, run.projectId),
  ]);
  const page = await reviewPage(
    ctx,
    { projectId: run.projectId, groups: inReviewOrder(listed, tiny), tiny, idOf: (index) => shotIdOf(run._id, index) },
    wanted,
    (ids) => [[run._id, ids]],
  );
  return { project: project && viewProjectHead(project), run: runRow(run), progress, ...page };
}
