// Who decides about a run, or builds on it, and a sweep that deletes it: both change the same document, so one of them comes first.
import type { Models } from "../index.ts";
import { SHOWN } from "./shown.ts";

/** A decision is made in seconds, and what it rests on is looked at again before the run goes. */
export const HELD_MS = 3_600_000;

/** Keeps sweeps away from a run for an hour; false: one is deleting it, or it has gone. */
export async function holdRun(models: Models, runId: string, at: Date): Promise<boolean> {
  const { matchedCount } = await models.runs.updateOne({ _id: runId, ...SHOWN }, { $set: { heldAt: at } });
  return matchedCount === 1;
}
