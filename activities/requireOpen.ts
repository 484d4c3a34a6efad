// What has ended is not worked on again: a poller that saw an end must be able to rely on it. A workflow that is reset after
// the end of its run, or that comes back with a Temporal that was away for too long, is told so and ends.
import { isJobOver } from "../domain/jobs/kinds.ts";
import type { Job } from "../models/job.ts";
import type { Run } from "../models/run.ts";
import { settlePendingPages, settlePendingShots } from "../models/runs.ts";
import type { CommonDeps } from "./commonDeps.ts";
import { invalid } from "./failures.ts";

type OpenRun = Pick<Run, "_id" | "status" | "error">;

/** Throws, for good, when the run has ended. */
export function requireOpen({ _id, status, error }: OpenRun): void {
  if (status !== "running") throw ended(`run ${_id}`, status, error);
}

/** The same for a job. */
export function requireOpenJob({ _id, status, error }: Pick<Job, "_id" | "status" | "error">): void {
  if (isJobOver(status)) throw ended(`job ${_id}`, status, error);
}

/** For a plan that has just been written: one that came too late leaves nothing open. */
export async function requireStillOpen({ models, now }: CommonDeps, runId: string): Promise<void> {
  const run = await models.runs.findById(runId, { status: 1, error: 1 }).lean<OpenRun>();
  if (!run || run.status === "running") return;
  await settlePendingShots(models, runId, now(), run.error ?? undefined);
  await settlePendingPages(models, runId, now(), run.error ?? undefined);
  requireOpen(run);
}

function ended(what: string, status: string, error: string | null): Error {
  const why = error ? ` (${error.replace(/\.$/, "")})` : "";
  return invalid(`The ${what} has ended as ${status}${why}, and an ended one is not taken up again: start a new one.`);
}
