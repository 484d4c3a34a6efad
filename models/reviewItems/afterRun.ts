// Updates the review after a run.
import type { Models } from "../index.ts";
import type { Run } from "../runs/schema.ts";
import { carryRejections } from "./carry.ts";
import { clearMerged } from "./merged.ts";
import { refreshReviewItems } from "./writeRun.ts";

/** Call it for a completed run of any type. Safe to repeat. */
export async function reviewAfterRun(models: Models, run: Run): Promise<void> {
  // This has to be first: once the items are those of this run, the earlier decisions are no longer known.
  await carryRejections(models, run);
  await refreshReviewItems(models, run);
  await clearMerged(models, run);
}
