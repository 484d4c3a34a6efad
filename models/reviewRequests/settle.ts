// Review requests follow the results of their run.
import { noteChange } from "../changes/queries.ts";
import type { Models } from "../index.ts";
import { reviewProgress } from "../shots/reviews.ts";
import { requestsOfRun, settleRequests } from "./queries.ts";

/** Closes the run's requests if every result is decided, and reopens those that were closed that way if not. */
export async function settleRun(models: Models, runId: string, now: Date): Promise<void> {
  const [request] = await requestsOfRun(models, runId);
  if (!request) return;
  const { judged, total } = await reviewProgress(models, runId);
  const changed = await settleRequests(models, runId, judged === total, now);
  if (changed > 0) await noteChange(models, { kind: "reviewRequest", id: runId, projectId: request.projectId });
}
