// Keeps a sweep from deleting a run that somebody is deciding about or building on: both change the same document, so one of them comes
// first.
import type { Models } from "../index.ts";
import { SHOWN } from "./shown.ts";

/** A decision takes seconds, and what it is based on is checked again before the run is deleted. */
export const HELD_MS = 3_600_000;

/** Keeps sweeps away from a run for an hour. Returns false if a sweep is deleting it, or it was deleted. */
export async function holdRun(models: Models, runId: string, at: Date): Promise<boolean> {
  const { matchedCount } = await models.runs.updateOne({ _id: runId, ...SHOWN }, { $set: { heldAt: at } });
  return matchedCount === 1;
}
