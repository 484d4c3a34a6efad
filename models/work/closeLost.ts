// Ends work that Temporal does no more: for the reconciler, and for whoever asks how it stands.
import type { WorkRef } from "../../domain/durable/work.ts";
import type { Models } from "../index.ts";
import { closeJob } from "../jobs/queries.ts";
import { closeRun } from "../runs/writes.ts";

export type LostEnd = { reason: string; cancelled: boolean; at: Date };

/** True when this call ended it; an end that is there already stands. Parts of a full audit are ended by the caller, before it. */
export function closeLost(models: Models, { kind, id }: WorkRef, { reason, cancelled, at }: LostEnd): Promise<boolean> {
  return kind === "run"
    ? closeRun(models, { runId: id, status: "failed", error: reason, at })
    : closeJob(models, id, { status: cancelled ? "cancelled" : "failed", error: reason }, at);
}
