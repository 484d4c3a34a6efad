// Queries for erasures: who runs them, their progress and their result.
import type { ErasureCounts, ErasureKind } from "../../domain/erasure/erasure.ts";
import { isWritten, type Models } from "../index.ts";
import { keepNewest } from "../lib/newest.ts";
import type { Erasure } from "./schema.ts";

/** Number of ended erasures that are kept. */
const KEPT = 1_000;

export type WantedErasure = Pick<Erasure, "_id" | "kind" | "subjectId" | "orgIds" | "requestedBy"> & {
  at: Date;
  notBefore?: Date;
};

const lockOf = (kind: ErasureKind, subjectId: string): string => `${kind}:${subjectId}`;

/** Creates an erasure for a worker to run. If the subject is already being erased, returns that erasure with `made` false. */
export async function insertErasure(
  models: Models,
  { at, ...wanted }: WantedErasure,
): Promise<{ erasure: Erasure; made: boolean }> {
  const lock = lockOf(wanted.kind, wanted.subjectId);
  for (;;) {
    await isWritten(models.erasures.create({ ...wanted, lock, status: "waiting", createdAt: at, phase: "waiting" }));
    const erasure = await models.erasures.findOne({ lock }).lean<Erasure>();
    // null if the other erasure ended at this moment, so there is room for this one.
    if (erasure !== null) return { erasure, made: erasure._id === wanted._id };
  }
}

/** Returns the subject's open erasure, or null if there is none. */
export const erasureOf = (models: Models, kind: ErasureKind, subjectId: string): Promise<Erasure | null> =>
  models.erasures
    .findOne({ lock: lockOf(kind, subjectId) })
    .lean<Erasure>()
    .exec();

export const findErasure = (models: Models, id: string): Promise<Erasure | null> =>
  models.erasures.findOne({ _id: id }).lean<Erasure>().exec();

/** Returns the newest erasures in an organisation's audit log. */
export const erasuresOf = (models: Models, orgId: string, limit: number): Promise<Erasure[]> =>
  models.erasures.find({ orgIds: orgId }).sort({ createdAt: -1, _id: -1 }).limit(limit).lean<Erasure[]>().exec();

/** An erasure that is being requested is left alone until `notBefore`; after that the requester must have been killed, and a worker finishes it. */
const dueAt = (now: Date) => ({ $or: [{ notBefore: null }, { notBefore: { $lte: now } }] });

/** Lets the requested erasure start. */
export async function confirmErasure(models: Models, id: string): Promise<void> {
  await models.erasures.updateOne({ _id: id }, { $set: { notBefore: null } });
}

/** Withdraws a requested erasure. Returns false if a worker has already started it. */
export async function withdrawErasure(models: Models, id: string): Promise<boolean> {
  return (await models.erasures.deleteOne({ _id: id, status: "waiting", notBefore: { $ne: null } })).deletedCount === 1;
}

/** Returns the erasures that have not ended and may be worked on, oldest first. */
export const openErasures = (models: Models, now: Date): Promise<Erasure[]> =>
  models.erasures
    .find({ status: { $in: ["waiting", "running"] }, ...dueAt(now) })
    .sort({ createdAt: 1 })
    .lean<Erasure[]>()
    .exec();

/** Returns whether an erasure is waiting for a worker to start it. */
export async function hasWaitingErasure({ erasures }: Models, now: Date): Promise<boolean> {
  return (await erasures.exists({ status: "waiting", ...dueAt(now) })) !== null;
}

/** Starts or continues the erasure and returns it, or returns null if it has ended. */
export async function beginErasure(models: Models, id: string, at: Date): Promise<Erasure | null> {
  await models.erasures.updateOne({ _id: id, status: "waiting" }, { $set: { status: "running", startedAt: at } });
  return models.erasures.findOne({ _id: id, status: "running" }).lean<Erasure>();
}

export async function noteErasurePhase(models: Models, id: string, phase: string): Promise<void> {
  await models.erasures.updateOne({ _id: id }, { $set: { phase } });
}

/** Records that one pass has replaced the names of these people. */
export async function noteNamed(models: Models, id: string, userIds: readonly string[]): Promise<void> {
  await models.erasures.updateOne({ _id: id }, { $set: { named: [...userIds] } });
}

/** Makes the next pass count for this person again. */
export async function forgetNamed(models: Models, id: string, userId: string): Promise<void> {
  await models.erasures.updateOne({ _id: id }, { $pull: { named: userId } });
}

export async function addErased(models: Models, id: string, counts: Partial<ErasureCounts>): Promise<void> {
  const { documents = {}, ...rest } = counts;
  const grows: Record<string, number> = {};
  for (const [name, count] of Object.entries(rest)) if (count) grows[`counts.${name}`] = count;
  for (const [name, count] of Object.entries(documents)) if (count) grows[`counts.documents.${name}`] = count;
  if (Object.keys(grows).length > 0) await models.erasures.updateOne({ _id: id }, { $inc: grows });
}

/** Ends the erasure; `error` is null if it completed. Returns its final state, or null if it had already ended. */
export async function endErasure(
  models: Models,
  id: string,
  end: { at: Date; error: string | null },
): Promise<Erasure | null> {
  const status = end.error === null ? ("completed" as const) : ("failed" as const);
  const set = { status, phase: status, finishedAt: end.at, error: end.error, lock: id };
  const ended = await models.erasures
    .findOneAndUpdate({ _id: id, status: { $in: ["waiting", "running"] } }, { $set: set }, { returnDocument: "after" })
    .lean<Erasure>();
  await keepNewest(models.erasures, { by: "createdAt", count: KEPT, filter: { finishedAt: { $ne: null } } });
  return ended;
}
