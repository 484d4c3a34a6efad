// Lists the conversations about the screenshots of a run, including those started on earlier runs of the branch.
import { isEmpty } from "../../../domain/discussion/thread.ts";
import { threadsOnLine } from "../../../models/reviewThreads/queries.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { reviewableRun } from "../visual/review.ts";
import { lineOfRun, seenPlaces } from "./places.ts";
import { type ThreadView, threadView } from "./threadView.ts";

/** Returns the conversations, open ones first. */
export async function listThreads(
  ctx: OperationContext,
  caller: Caller,
  runId: string,
): Promise<{ runId: string; threads: ThreadView[] }> {
  requireReadRight(caller);
  const run = await reviewableRun(ctx, caller, runId);
  const line = await lineOfRun(ctx, run);
  const threads = (await threadsOnLine(ctx.models, run.projectId, line)).filter((one) => !isEmpty(one));
  const seen = await seenPlaces(ctx, run, line, new Set(threads.map(({ placeId }) => placeId)));
  const views = threads.flatMap((thread) => {
    const shot = seen.get(thread.placeId);
    return shot ? [threadView(thread, run._id, shot)] : [];
  });
  return { runId: run._id, threads: views };
}
