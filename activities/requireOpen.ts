// What has ended is not worked on again: a poller that saw an end must be able to rely on it. A workflow that is reset after
// the end of its run, or that comes back with a Temporal that was away for too long, is told so and ends.
import { isOver, type WorkKind } from "../domain/durable/work.ts";
import { settlePending } from "../models/runs/writes.ts";
import { findWork } from "../models/work/queries.ts";
import type { CommonDeps } from "./commonDeps.ts";
import { invalid } from "./failures.ts";

/** Throws, for good, when the run or the job has ended. */
export function requireOpen(
  kind: WorkKind,
  { _id, status, error }: { _id: string; status: string; error: string | null },
): void {
  if (!isOver(kind, status)) return;
  const why = error ? ` (${error.replace(/\.$/, "")})` : "";
  throw invalid(
    `The ${kind} ${_id} has ended as ${status}${why}, and an ended one is not taken up again: start a new one.`,
  );
}

/** For a plan that has just been written: one that came too late leaves nothing open. */
export async function requireStillOpen({ models, now }: CommonDeps, runId: string): Promise<void> {
  const run = await findWork(models, "run", runId);
  if (!run || !isOver("run", run.status)) return;
  await settlePending(models, runId, now(), run.error ?? undefined);
  requireOpen("run", run);
}
