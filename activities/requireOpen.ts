// Finished runs and jobs are not worked on again, because a poller that saw the end must be able to rely on it. A workflow that is reset
// after the end of its run, or that continues after Temporal was away for too long, fails here and ends.
import { isOver, type WorkKind } from "../domain/durable/work.ts";
import { settlePending } from "../models/runs/writes.ts";
import { findWork } from "../models/work/queries.ts";
import type { CommonDeps } from "./commonDeps.ts";
import { invalid } from "./failures.ts";

/** Throws a non-retryable failure if the run or job has ended. */
export function requireOpen(
  kind: WorkKind,
  { _id, status, error }: { _id: string; status: string; error: string | null },
): void {
  if (!isOver(kind, status)) return;
  const why = error ? ` (${error.replace(/\.$/, "")})` : "";
  throw invalid(`The ${kind} ${_id} has ended as ${status}${why}, and cannot be resumed: start a new one.`);
}

/** For a plan that has just been written: cleans up and throws if the run has ended in the meantime. */
export async function requireStillOpen({ models, now }: CommonDeps, runId: string): Promise<void> {
  const run = await findWork(models, "run", runId);
  if (!run || !isOver("run", run.status)) return;
  await settlePending(models, runId, now(), run.error ?? undefined);
  requireOpen("run", run);
}
