// A start that met an absent Temporal: what was asked for is written down and starts later, so the refusal names it.
import { ProductError } from "../../../domain/errors.ts";
import { GIVE_UP_AFTER_MS } from "../../../domain/lostRun.ts";

type Kept = { runId: string; statusUrl: string } | { jobId: string };

/** Whether the durable engine was away, so that what was written may start by itself. */
export const isAway = (error: unknown): error is ProductError =>
  error instanceof ProductError && error.code === "unavailable";

/** The same refusal, with the ids of what is kept and with what will become of it. */
export function keptStart(error: ProductError, kept: Kept): ProductError {
  const [what, id, read] =
    "runId" in kept ? ["Run", kept.runId, "its status"] : ["Job", kept.jobId, "it with get_job_status"];
  const minutes = GIVE_UP_AFTER_MS / 60_000;
  const message = `${error.message} ${what} ${id} is kept and starts by itself when Temporal is back within ${minutes} minutes, else it ends as failed: read ${read}. The same call again means the same ${what.toLowerCase()}.`;
  return new ProductError(error.code, message, { ...error.details, ...kept }, { recoverable: error.recoverable });
}
