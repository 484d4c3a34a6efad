// Writing down and reading what changed lately. Times are those of the process that writes: hosts differ by milliseconds, and readers look back further.
import { randomUUID } from "node:crypto";
import type { WorkKind } from "../../domain/durable/work.ts";
import type { ChangeKind } from "../../domain/liveChanges.ts";
import type { Models } from "../index.ts";
import type { Change } from "./schema.ts";

export const SLOT_MS = 10_000;
/** How long changes are kept: a page that was away for longer reads everything again. */
export const KEPT_MS = 600_000;

const slotOf = (ms: number): string => String(Math.floor(ms / SLOT_MS));

/** Notes that a run or a job is another one than before. `data`: what its own document does not say. */
export async function noteWorkChange(
  models: Models,
  kind: WorkKind,
  id: string,
  data: Change["data"] = {},
): Promise<void> {
  const at = new Date();
  const change = { kind, subjectId: id, projectId: null, slot: slotOf(at.getTime()), at, data };
  await models.changes.updateOne({ _id: `${kind}:${id}` }, { $set: change }, { upsert: true });
}

/** Notes that a person's sessions may have ended. */
export async function noteAccessChange(models: Models, userId: string): Promise<void> {
  const at = new Date();
  const change = { kind: "access", subjectId: userId, projectId: null, slot: slotOf(at.getTime()), at, data: {} };
  await models.changes.updateOne({ _id: `access:${userId}` }, { $set: change }, { upsert: true });
}

/** Notes something else that happened in a project. `data`: small, and nothing that only some of its people may see. */
export async function noteChange(
  models: Models,
  {
    kind,
    id,
    projectId,
    data = {},
  }: { kind: Exclude<ChangeKind, WorkKind>; id: string; projectId: string; data?: Change["data"] },
): Promise<void> {
  const at = new Date();
  await models.changes.create({
    _id: randomUUID(),
    kind,
    subjectId: id,
    projectId,
    slot: slotOf(at.getTime()),
    at,
    data,
  });
}

/** Results that an event or an entry of the log names; the others are counted. */
const MAX_NAMED = 100;
export const namedShots = (shotIds: readonly string[]): string[] => shotIds.slice(0, MAX_NAMED);

/** Notes that results of a run were reviewed. `by`: a person or a key, where one decided. */
export function noteReview(
  models: Models,
  { runId, projectId }: { runId: string; projectId: string },
  { shots, ...said }: { decision: string; by?: string; shots: readonly string[] },
): Promise<void> {
  const data = { ...said, shots: namedShots(shots), count: shots.length };
  return noteChange(models, { kind: "review", id: runId, projectId, data });
}

/** Changes of the last seconds before `now`, and of the next: the clock of whoever wrote them may be ahead. */
export async function latestChanges(models: Models, now: number): Promise<Change[]> {
  const slots = [now - SLOT_MS, now, now + SLOT_MS].map(slotOf);
  const found = await Promise.all(slots.map((slot) => models.changes.find({ slot }).lean<Change[]>()));
  return found.flat().sort(oldestFirst);
}

/** Changes after a moment, oldest first. */
export async function changesSince(models: Models, since: Date, limit: number): Promise<Change[]> {
  const found = await models.changes
    .find({ at: { $gt: since } })
    .sort({ at: 1, _id: 1 })
    .limit(limit)
    .lean<Change[]>();
  return found;
}

const oldestFirst = (a: Change, b: Change) => a.at.getTime() - b.at.getTime() || (a._id < b._id ? -1 : 1);

export async function forgetChanges(models: Models): Promise<void> {
  await models.changes.deleteMany({ at: { $lt: new Date(Date.now() - KEPT_MS) } });
}
