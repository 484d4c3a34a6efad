// Review requests follow the results of their run.
import { noteChange } from "../changes/queries.ts";
import type { Models } from "../index.ts";
import { runStatus } from "../runs/lifecycle.ts";
import { reviewProgress } from "../shots/reviews.ts";
import { requestsOfRun, settleRequests } from "./queries.ts";

/**
 * Closes the run's requests if it has ended and every result is decided, and reopens those that were closed that way if not. A run that is
 * still running may find more to review.
 */
export async function settleRun(models: Models, runId: string, now: Date): Promise<void> {
  const [request] = await requestsOfRun(models, runId);
  if (!request) return;
  const { judged, total } = await reviewProgress(models, runId);
  // Read last, because the end of the run settles its requests too, and one of the two has to see both the end and the decision.
  const isDecided = judged === total && (await runStatus(models, runId)) !== "running";
  const changed = await settleRequests(models, runId, isDecided, now);
  if (changed > 0) await noteChange(models, { kind: "reviewRequest", id: runId, projectId: request.projectId });
}
