// Activities of an exploration. Batches drive a browser; the others do not.
import type { AuditDeps } from "../../deps.ts";
import { throwIfCancelled } from "../../failures.ts";
import { withHeartbeat } from "../../heartbeat.ts";
import { onceDatabaseIsBack } from "../../outageWait.ts";
import type { JobWriting } from "../jobProjection.ts";
import type { ExploreDeps } from "./deps.ts";
import { type ExploreBatchResult, exploreBatch } from "./exploreBatch.ts";
import { finishExplore } from "./finishExplore.ts";
import { planExplore } from "./planExplore.ts";

export type ExploreActivities = {
  /** `explores` false: a stored exploration is used. */
  planExplore(input: { jobId: string }): Promise<{ explores: boolean }>;
  finishExplore(input: JobWriting & { outOfTime: boolean }): Promise<void>;
};
export type ExploreBrowserActivities = { exploreBatch(input: { jobId: string }): Promise<ExploreBatchResult> };

/** Everything here is safe to repeat. It starts by reading the job, so no request goes to the site while the database is unavailable. */
const overOutages = <T>(work: (signal: AbortSignal, note: (phase: string) => void) => Promise<T>) =>
  withHeartbeat(async (signal, note) => {
    try {
      return await onceDatabaseIsBack(signal, () => work(signal, note));
    } catch (error) {
      throwIfCancelled(signal);
      throw error;
    }
  });

export function createExploreActivities(deps: ExploreDeps): ExploreActivities {
  return {
    planExplore: ({ jobId }) => overOutages((signal, note) => planExplore(deps, jobId, signal, note)),
    finishExplore: (input) => overOutages(() => finishExplore(deps, input)),
  };
}

export function createExploreBrowserActivities(deps: AuditDeps): ExploreBrowserActivities {
  return { exploreBatch: ({ jobId }) => overOutages((signal, note) => exploreBatch(deps, jobId, signal, note)) };
}
