// Applies one decision to results of several runs of a project.
import { ProductError } from "../../../domain/errors.ts";
import { runIdOfShot } from "../../../domain/shotIds.ts";
import { openItems } from "../../../models/reviewItems/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type PlaceInput, placeOf } from "../projects/place.ts";
import { type Decided, type DecisionInput, decidedMessage, decideInRuns } from "./decideShots.ts";
import { progressOf } from "./inbox.ts";
import { reviewableRun } from "./review.ts";
import { reviewFilterOf } from "./waitingView.ts";

/** `environment`, `branch`: filter of the inbox that the person is viewing, for the counts in the response. */
export type InboxDecision = DecisionInput & PlaceInput;

export async function decideInbox(ctx: OperationContext, caller: Caller, slug: string, input: InboxDecision) {
  requireRight(caller, "mcpWrite");
  const place = await placeOf(ctx, caller, slug, input);
  const { project } = place;
  const runs: { run: Run; shots: Decided[] }[] = [];
  for (const [runId, shots] of Map.groupBy(input.shots, ({ shotId }) => runIdOfShot(shotId) ?? shotId)) {
    const run = await reviewableRun(ctx, caller, runId);
    // A run of another project is reported as not found here, even if the caller may see it.
    if (run.projectId !== project._id) throw new ProductError("not_found", `Run "${runId}" was not found.`);
    runs.push({ run, shots });
  }
  const results = await decideInRuns(ctx, caller, runs, input);
  const open = await openItems(ctx.models, project._id, reviewFilterOf(place));
  return { message: decidedMessage(input.decision, results), results, progress: progressOf(open) };
}
