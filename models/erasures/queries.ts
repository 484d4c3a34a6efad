// Erasures: who takes them, how far they are, and how they ended.
import type { ErasureCounts, ErasureKind } from "../../domain/erasure/erasure.ts";
import { isDuplicateKey, type Models } from "../index.ts";
import { keepNewest } from "../lib/newest.ts";
import type { Erasure } from "./schema.ts";

/** Ended ones that are kept. */
const KEPT = 1_000;

export type WantedErasure = Pick<Erasure, "_id" | "kind" | "subjectId" | "orgIds" | "requestedBy"> & {
  at: Date;
  notBefore?: Date;
};

const lockOf = (kind: ErasureKind, subjectId: string): string => `${kind}:${subjectId}`;

/** Writes one that a worker is to do; `made` false: the subject is being erased already, and that erasure is answered. */
export async function insertErasure(
  models: Models,
  { at, ...wanted }: WantedErasure,
): Promise<{ erasure: Erasure; made: boolean }> {
  const lock = lockOf(wanted.kind, wanted.subjectId);
  for (;;) {
    try {
      await models.erasures.create({ ...wanted, lock, status: "waiting", createdAt: at, phase: "waiting" });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const erasure = await models.erasures.findOne({ lock }).lean<Erasure>();
    // Null: it ended in this moment, so there is room for this one.
    if (erasure !== null) return { erasure, made: erasure._id === wanted._id };
  }
}

/** The one that is under way; null: none is. */
export const erasureOf = (models: Models, kind: ErasureKind, subjectId: string): Promise<Erasure | null> =>
  models.erasures
    .findOne({ lock: lockOf(kind, subjectId) })
    .lean<Erasure>()
    .exec();

export const findErasure = (models: Models, id: string): Promise<Erasure | null> =>
  models.erasures.findOne({ _id: id }).lean<Erasure>().exec();

/** The newest that an organisation's audit log knows of. */
export const erasuresOf = (models: Models, orgId: string, limit: number): Promise<Erasure[]> =>
  models.erasures.find({ orgIds: orgId }).sort({ createdAt: -1, _id: -1 }).limit(limit).lean<Erasure[]>().exec();

/** One that is being asked for is left alone until its time is over: then whoever asked was killed, and a worker finishes it. */
const dueAt = (now: Date) => ({ $or: [{ notBefore: null }, { notBefore: { $lte: now } }] });

/** What was asked for may begin. */
export async function confirmErasure(models: Models, id: string): Promise<void> {
  await models.erasures.updateOne({ _id: id }, { $set: { notBefore: null } });
}

/** What was asked for has to stay after all; false: a worker has begun with it. */
export async function withdrawErasure(models: Models, id: string): Promise<boolean> {
  return (await models.erasures.deleteOne({ _id: id, status: "waiting", notBefore: { $ne: null } })).deletedCount === 1;
}

/** Those that have not ended and may be worked on, oldest first. */
export const openErasures = (models: Models, now: Date): Promise<Erasure[]> =>
  models.erasures
    .find({ status: { $in: ["waiting", "running"] }, ...dueAt(now) })
    .sort({ createdAt: 1 })
    .lean<Erasure[]>()
    .exec();

/** Whether one waits for a worker to begin with it. */
export async function hasWaitingErasure({ erasures }: Models, now: Date): Promise<boolean> {
  return (await erasures.exists({ status: "waiting", ...dueAt(now) })) !== null;
}

/** Answers the erasure where it may go on; null: it has ended. */
export async function beginErasure(models: Models, id: string, at: Date): Promise<Erasure | null> {
  await models.erasures.updateOne({ _id: id, status: "waiting" }, { $set: { status: "running", startedAt: at } });
  return models.erasures.findOne({ _id: id, status: "running" }).lean<Erasure>();
}

export async function noteErasurePhase(models: Models, id: string, phase: string): Promise<void> {
  await models.erasures.updateOne({ _id: id }, { $set: { phase } });
}

/** One pass has replaced what these people are called. */
export async function noteNamed(models: Models, id: string, userIds: readonly string[]): Promise<void> {
  await models.erasures.updateOne({ _id: id }, { $set: { named: [...userIds] } });
}

/** The next pass counts for this person again. */
export async function forgetNamed(models: Models, id: string, userId: string): Promise<void> {
  await models.erasures.updateOne({ _id: id }, { $pull: { named: userId } });
}

/** Adds to the counts. */
export async function addErased(models: Models, id: string, counts: Partial<ErasureCounts>): Promise<void> {
  const { documents = {}, ...rest } = counts;
  const grows: Record<string, number> = {};
  for (const [name, count] of Object.entries(rest)) if (count) grows[`counts.${name}`] = count;
  for (const [name, count] of Object.entries(documents)) if (count) grows[`counts.documents.${name}`] = count;
  if (Object.keys(grows).length > 0) await models.erasures.updateOne({ _id: id }, { $inc: grows });
}

/** Ends it; `error` null: it is complete. Answers it as it is now; null: it had ended before. */
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
