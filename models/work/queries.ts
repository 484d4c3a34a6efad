// What runs and jobs have in common as documents: queries and writes for starting, executing, cancelling and reconciling them.
import type { Model } from "mongoose";
import type { Standing } from "../../domain/durable/seqGuard.ts";
import { isOver, WORK, type WorkKind, type WorkRef, type Written } from "../../domain/durable/work.ts";
import { noteWorkChange } from "../changes/queries.ts";
import type { Models } from "../index.ts";
import type { Job } from "../jobs/schema.ts";
import { BATCH, inBatches } from "../lib/inBatches.ts";
import type { Run } from "../runs/schema.ts";
import { SHOWN } from "../runs/shown.ts";

/** The fields that both kinds have. */
export type WorkDocument = {
  _id: string;
  status: string;
  createdAt: Date;
  startedAt: Date | null;
  seq: number;
  executionId: string | null;
  requestedBy: string;
  cancelledBy: string | null;
};
type Collection = Pick<Model<WorkDocument>, "updateOne" | "findOne" | "find" | "exists" | "findOneAndUpdate">;
type DocumentOf = { run: Run; job: Job };

/** `heavy`: fields that are left out if many documents are read. */
const COLLECTIONS: Record<WorkKind, { of(models: Models): Collection; heavy: Record<string, 0> }> = {
  run: { of: ({ runs }) => runs, heavy: {} },
  job: { of: ({ jobs }) => jobs, heavy: { result: 0, state: 0 } },
};
const collection = (models: Models, kind: WorkKind): Collection => COLLECTIONS[kind].of(models);

/** An equality narrows a read on every database; a list of values does not. */
function notEnded(kind: WorkKind) {
  const [first, ...more] = WORK[kind].open;
  return { status: more.length === 0 ? first : { $in: [first, ...more] } };
}

/** Returns the document, or null if there is none. */
export function findWork<K extends WorkKind>(models: Models, kind: K, id: string): Promise<DocumentOf[K] | null> {
  return collection(models, kind)
    .findOne({ _id: id, ...SHOWN })
    .lean<DocumentOf[K]>();
}

/** Returns the fields that the write guard checks, or null if there is no such document. */
export async function standingOf(models: Models, { kind, id }: WorkRef): Promise<Standing | null> {
  const found = await collection(models, kind).findOne({ _id: id }, { executionId: 1, status: 1 }).lean<WorkDocument>();
  return found && { executionId: found.executionId, over: isOver(kind, found.status) };
}

/** Applies a patch if the work has not ended and matches `expected`. Returns whether it did. */
export async function patchWork(
  models: Models,
  { kind, id }: WorkRef,
  expected: { executionId: string | null; seq?: { $lt: number } },
  patch: object & Written,
): Promise<boolean> {
  const filter = { _id: id, ...notEnded(kind), ...expected };
  return (await collection(models, kind).updateOne(filter, { $set: patch })).modifiedCount === 1;
}

/** Records who cancelled the work, unless already recorded. Returns whether this call was first. */
export async function markCancelled(models: Models, { kind, id }: WorkRef, by: string): Promise<boolean> {
  const filter = { _id: id, ...notEnded(kind), cancelledBy: null };
  const first = (await collection(models, kind).updateOne(filter, { $set: { cancelledBy: by } })).modifiedCount > 0;
  if (first) await noteWorkChange(models, kind, id);
  return first;
}

/** Records that Temporal accepted the workflow. Returns the document to the first caller, null to the others. */
export async function markStarted<K extends WorkKind>(models: Models, kind: K, id: string, at: Date) {
  const started = await collection(models, kind)
    .findOneAndUpdate({ _id: id, startedAt: null }, { $set: { startedAt: at } }, { returnDocument: "after" })
    .lean<DocumentOf[K]>();
  if (started) await noteWorkChange(models, kind, id);
  return started;
}

/** Returns whether it has neither ended nor been cancelled. */
export async function isWanted(models: Models, { kind, id }: WorkRef): Promise<boolean> {
  return (await collection(models, kind).exists({ _id: id, ...notEnded(kind), cancelledBy: null })) !== null;
}

/** Returns whether any run or job has not ended. */
export async function hasUnfinishedWork(models: Models): Promise<boolean> {
  for (const kind of Object.keys(COLLECTIONS) as WorkKind[])
    for (const status of WORK[kind].open) if (await collection(models, kind).exists({ status })) return true;
  return false;
}

/** Yields everything that has not ended, sorted by id. */
export function unfinishedWork<K extends WorkKind>(models: Models, kind: K): AsyncGenerator<DocumentOf[K]> {
  return inBatches((after) =>
    collection(models, kind)
      .find({ ...notEnded(kind), ...after }, COLLECTIONS[kind].heavy)
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<DocumentOf[K][]>(),
  );
}
