// Tracks who has a review open: kept alive by their pages, removed when these stop.
import { isWritten, type Models } from "../index.ts";
import type { Presence } from "./schema.ts";

/** A page reports every 20 seconds that it is open; if it misses two reports, it counts as closed. */
export const PRESENT_MS = 50_000;
/** Maximum number of names shown. */
const MAX_PRESENT = 50;

const idOf = (runId: string, userId: string): string => `${runId}:${userId}`;

/** Records that the person has the review open. Returns true if they did not a moment ago. */
export async function enterReview(
  models: Models,
  { userId, at, ...who }: Pick<Presence, "projectId" | "runId" | "email"> & { userId: string; at: Date },
): Promise<boolean> {
  const _id = idOf(who.runId, userId);
  const seen = await models.presences.findOneAndUpdate({ _id }, { $set: { ...who, seenAt: at } }).lean<Presence>();
  if (!seen) return inserted(models, { _id, ...who, since: at, seenAt: at });
  if (isPresent(seen, at)) return false;
  await models.presences.updateOne({ _id }, { $set: { since: at } });
  return true;
}

/** Returns false if another tab of the person was faster. */
async function inserted(models: Models, presence: Presence): Promise<boolean> {
  return isWritten(models.presences.create(presence));
}

/** Returns whether they were present. */
export async function leaveReview(models: Models, runId: string, userId: string): Promise<boolean> {
  return (await models.presences.deleteOne({ _id: idOf(runId, userId) })).deletedCount === 1;
}

/** Returns who has a run open, or any run of a project, each person once, in the order in which they came. */
export async function presentIn(
  models: Models,
  place: { runId: string } | { projectId: string },
  at: Date,
): Promise<Presence[]> {
  const found = await models.presences.find(place).lean<Presence[]>();
  const present = found
    .filter((one) => isPresent(one, at))
    .sort((a, b) => a.since.getTime() - b.since.getTime() || (a._id < b._id ? -1 : 1));
  return [...Map.groupBy(present, ({ email }) => email).values()]
    .flatMap(([first]) => first ?? [])
    .slice(0, MAX_PRESENT);
}

const isPresent = ({ seenAt }: Presence, at: Date): boolean => at.getTime() - seenAt.getTime() < PRESENT_MS;

export async function forgetPresences(models: Models, at: Date): Promise<void> {
  await models.presences.deleteMany({ seenAt: { $lt: new Date(at.getTime() - PRESENT_MS) } });
}
