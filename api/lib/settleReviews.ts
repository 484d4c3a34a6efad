// Closes review requests when every result is decided, and reopens them when a decision is undone.
import { settleRun } from "../../models/reviewRequests/settle.ts";
import type { OperationContext } from "./context.ts";
import { optional } from "./optional.ts";

/** Call it after a decision. Never rejects: the decision stands. */
export async function settleReviews(
  ctx: Pick<OperationContext, "models" | "now" | "log">,
  runId: string,
): Promise<void> {
  await optional(ctx, "requests for a review were not settled", { runId }, () =>
    settleRun(ctx.models, runId, ctx.now()),
  );
}
