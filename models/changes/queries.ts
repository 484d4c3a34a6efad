// Writes and reads recent changes. Times are those of the writing process: hosts differ by milliseconds, and readers look back further.
import { randomUUID } from "node:crypto";
import type { WorkKind } from "../../domain/durable/work.ts";
import type { ChangeKind } from "../../domain/liveChanges.ts";
import type { Models } from "../index.ts";
import type { Change } from "./schema.ts";

export const SLOT_MS = 10_000;
/** How long changes are kept: a page that was away for longer reads everything again. */
export const KEPT_MS = 600_000;

const slotOf = (ms: number): string => String(Math.floor(ms / SLOT_MS));

/** Records that a run or job changed. `data`: what its own document does not contain. */
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

/** Records that a person's sessions may have ended. */
export async function noteAccessChange(models: Models, userId: string): Promise<void> {
  const at = new Date();
  const change = { kind: "access", subjectId: userId, projectId: null, slot: slotOf(at.getTime()), at, data: {} };
  await models.changes.updateOne({ _id: `access:${userId}` }, { $set: change }, { upsert: true });
}

/** Records another event in a project. `data`: small, and visible to everyone in the project. */
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

/** Maximum number of results named in an event or a log entry; the rest are only counted. */
const MAX_NAMED = 100;
export const namedShots = (shotIds: readonly string[]): string[] => shotIds.slice(0, MAX_NAMED);

/** Records that results of a run were reviewed. `by`: the person or key that decided, if any. */
export function noteReview(
  models: Models,
  { runId, projectId }: { runId: string; projectId: string },
  { shots, ...said }: { decision: string; by?: string; shots: readonly string[] },
): Promise<void> {
  const data = { ...said, shots: namedShots(shots), count: shots.length };
  return noteChange(models, { kind: "review", id: runId, projectId, data });
}

/** Returns changes of the last seconds before `now` and of the seconds after it, because the writer's clock may be ahead. */
export async function latestChanges(models: Models, now: number): Promise<Change[]> {
  const slots = [now - SLOT_MS, now, now + SLOT_MS].map(slotOf);
  const found = await Promise.all(slots.map((slot) => models.changes.find({ slot }).lean<Change[]>()));
  return found.flat().sort(oldestFirst);
}

/** Returns changes after `since`, oldest first. */
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
