// Presence in reviews: each open page reports itself and receives the list of other people viewing the run.
import { noteChange } from "../../../models/changes/queries.ts";
import { enterReview, leaveReview, presentIn } from "../../../models/presences/queries.ts";
import { noteLooked } from "../../../models/reviewRequests/queries.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { OperationContext } from "../../lib/context.ts";
import { reviewableRun } from "../visual/review.ts";
import type { Person } from "./me.ts";

/**
 * Records that the caller views the run (`left`: closed or hid the page) and returns the other viewers; with `inbox`, those of all runs of
 * its project, because an inbox shows the results of several.
 */
export async function reportPresence(
  ctx: OperationContext,
  caller: Person,
  { runId, left, inbox }: { runId: string; left: boolean; inbox: boolean },
): Promise<{ runId: string; people: { email: string; since: string }[] }> {
  requireReadRight(caller);
  const run = await reviewableRun(ctx, caller, runId);
  const { models } = ctx;
  const { userId, email } = caller;
  const at = ctx.now();
  const changed = left
    ? await leaveReview(models, run._id, userId)
    : await enterReview(models, { projectId: run.projectId, runId: run._id, userId, email, at });
  if (changed) await noteChange(models, { kind: "presence", id: run._id, projectId: run.projectId, data: { email } });
  if (!left && (await noteLooked(models, run._id, email, at)))
    await noteChange(models, { kind: "reviewRequest", id: run._id, projectId: run.projectId });
  const present = await presentIn(models, inbox ? { projectId: run.projectId } : { runId: run._id }, at);
  return {
    runId: run._id,
    people: present
      .filter((one) => one.email !== email)
      .map((one) => ({ email: one.email, since: one.since.toISOString() })),
  };
}
