// Closes review requests when every result is decided, and reopens them when a decision is undone.
import { noteChange } from "../../models/changes/queries.ts";
import { requestsOfRun, settleRequests } from "../../models/reviewRequests/queries.ts";
import { type ReviewProgress, reviewProgress } from "../../models/shots/reviews.ts";
import type { OperationContext } from "./context.ts";
import { optional } from "./optional.ts";

/** Call it after a decision. `known` is the review's progress if it has already been counted. Never rejects: the decision stands. */
export async function settleReviews(
  ctx: Pick<OperationContext, "models" | "now" | "log">,
  { runId, projectId }: { runId: string; projectId: string },
  known?: Pick<ReviewProgress, "judged" | "total">,
): Promise<void> {
  await optional(ctx, "requests for a review were not settled", { runId }, async () => {
    if ((await requestsOfRun(ctx.models, runId)).length === 0) return;
    const { judged, total } = known ?? (await reviewProgress(ctx.models, runId));
    const changed = await settleRequests(ctx.models, runId, judged === total, ctx.now());
    if (changed > 0) await noteChange(ctx.models, { kind: "reviewRequest", id: runId, projectId });
  });
}
