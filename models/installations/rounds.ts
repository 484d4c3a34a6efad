// Determines which worker starts due periodic work: one worker per turn.
import type { Models } from "../index.ts";
import { ONLY } from "./schema.ts";

/** Returns whether it is this caller's turn: no worker took one within the last `turnMs`. A database without a name has only one worker. */
export async function claimRounds(models: Models, now: Date, turnMs: number): Promise<boolean> {
  const before = new Date(now.getTime() - turnMs);
  const found = await models.installations.findById(ONLY, { roundsAt: 1 }).lean();
  if (!found) return true;
  const { roundsAt = null } = found;
  if (roundsAt !== null && roundsAt > before) return false;
  const taken = await models.installations.updateOne({ _id: ONLY, roundsAt }, { $set: { roundsAt: now } });
  return taken.modifiedCount === 1;
}
