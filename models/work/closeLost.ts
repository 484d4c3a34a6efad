// Ends work that Temporal no longer executes: for the reconciler, and for status requests.
import type { WorkRef } from "../../domain/durable/work.ts";
import type { Models } from "../index.ts";
import { closeJob } from "../jobs/queries.ts";
import { closeRun } from "../runs/writes.ts";

export type LostEnd = { reason: string; cancelled: boolean; at: Date };

/** Returns whether this call ended it; work that has already ended stays unchanged. The caller ends the parts of a full audit first. */
export function closeLost(models: Models, { kind, id }: WorkRef, { reason, cancelled, at }: LostEnd): Promise<boolean> {
  return kind === "run"
    ? closeRun(models, { runId: id, status: "failed", error: reason, at })
    : closeJob(models, id, { status: cancelled ? "cancelled" : "failed", error: reason }, at);
}
