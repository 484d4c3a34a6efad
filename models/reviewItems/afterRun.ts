// What the end of a run means for the review.
import type { Models } from "../index.ts";
import type { Run } from "../runs/schema.ts";
import { carryRejections } from "./carry.ts";
import { clearMerged } from "./merged.ts";
import { refreshReviewItems } from "./writeRun.ts";

/** Of a completed run, of any type. Safe to repeat. */
export async function reviewAfterRun(models: Models, run: Run): Promise<void> {
  // First: once the items are those of this run, nothing tells any more what was decided before it.
  await carryRejections(models, run);
  await refreshReviewItems(models, run);
  await clearMerged(models, run);
}
