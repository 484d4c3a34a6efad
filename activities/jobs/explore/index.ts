// Activities of an exploration. Batches drive a browser; the others do not. All are safe to repeat, and begin by reading the job, so no request
// goes to the site while the database is unavailable.
import type { AuditDeps } from "../../deps.ts";
import { throughOutages } from "../../outageWait.ts";
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

export function createExploreActivities(deps: ExploreDeps): ExploreActivities {
  return {
    planExplore: ({ jobId }) => throughOutages((signal, note) => planExplore(deps, jobId, signal, note)),
    finishExplore: (input) => throughOutages(() => finishExplore(deps, input)),
  };
}

export function createExploreBrowserActivities(deps: AuditDeps): ExploreBrowserActivities {
  return { exploreBatch: ({ jobId }) => throughOutages((signal, note) => exploreBatch(deps, jobId, signal, note)) };
}
