// Rows of a tracking plan, pages and events: found by id, and changed so that no writer undoes another's work.
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { ProductError } from "../../../domain/errors.ts";
import type { PlanEvent, PlanPage } from "../../../domain/pillars/tracking/plan.ts";
import { isDuplicateKey } from "../../../models/index.ts";
import { eventOf, pageOf, type TrackingEvent, type TrackingPage, trackingId } from "../../../models/trackingPlan.ts";
import type { OperationContext } from "../../lib/context.ts";
import { hintOf } from "../../lib/nearest.ts";

export type PlanContext = Pick<OperationContext, "models" | "now">;
export type RowKind = "page" | "event";
export type Row<K extends RowKind> = K extends "page" ? PlanPage : PlanEvent;
export type StoredRow<K extends RowKind> = Row<K> & { _id: string; projectId: string; createdAt: Date; rev?: number };
export type RowChange = "created" | "updated" | "unchanged";

/** Attempts of one change against writers who are quicker. */
const TRIES = 20;

type Found = { lean<T>(): PromiseLike<T>; sort(order: Record<string, 1 | -1>): Found; limit(most: number): Found };
/** What is asked of either collection. */
type RowModel = {
  find(filter: object, fields?: Record<string, 1>): Found;
  findOne(filter: object): { lean<T>(): PromiseLike<T | null> };
  create(row: object): PromiseLike<unknown>;
  updateOne(filter: object, change: object, options?: { upsert?: boolean }): PromiseLike<{ matchedCount: number }>;
  deleteOne(filter: object): PromiseLike<{ deletedCount: number }>;
};

/** The two collections are alike in all that is asked of them here. */
export function rowsOf({ models }: PlanContext, kind: RowKind): RowModel {
  return kind === "page" ? models.trackingPages : models.trackingEvents;
}

/** The row without what only the database knows. */
export function rowOf<K extends RowKind>(kind: K, stored: StoredRow<K>): Row<K> {
  return (kind === "page" ? pageOf(stored as TrackingPage) : eventOf(stored as TrackingEvent)) as Row<K>;
}

async function storedRow<K extends RowKind>(ctx: PlanContext, kind: K, projectId: string, id: string) {
  return rowsOf(ctx, kind)
    .findOne({ _id: trackingId(projectId, id) })
    .lean<StoredRow<K>>();
}

/** Throws not_found with the nearest ids. */
export async function findRow<K extends RowKind>(
  ctx: PlanContext,
  kind: K,
  projectId: string,
  id: string,
): Promise<Row<K>> {
  const stored = await storedRow(ctx, kind, projectId, id);
  if (stored) return rowOf(kind, stored);
  throw await unknownRow(ctx, kind, projectId, id);
}

/** The error of a row that is not there. */
export async function unknownRow(
  ctx: PlanContext,
  kind: RowKind,
  projectId: string,
  id: string,
): Promise<ProductError> {
  const known = await rowsOf(ctx, kind).find({ projectId }, { id: 1 }).lean<{ id: string }[]>();
  const ids = known.map((one) => one.id);
  const lists = `tracking_list_${kind}s lists them.`;
  const none = `The plan has no ${kind} yet: create it with tracking_upsert_${kind}.`;
  const hint = hintOf(id, ids, ids.length > 0 ? lists : none);
  return new ProductError("not_found", `The tracking plan has no ${kind} "${id.slice(0, 120)}".${hint}`);
}

/**
 * Makes the row what `change` answers for what it is now (null: it is not there), in one guarded write; when somebody else was
 * quicker, `change` is asked again. Throws what `change` throws, and conflict when others are always quicker. `seen`: the
 * revision that the change was made from ("": the row was not there); conflict when it is no longer that one.
 */
export async function changeRow<K extends RowKind>(
  ctx: PlanContext,
  kind: K,
  projectId: string,
  id: string,
  change: (before: Row<K> | null) => Row<K> | Promise<Row<K>>,
  seen?: string,
): Promise<{ before: Row<K> | null; after: Row<K>; change: RowChange }> {
  for (let i = 0; i < TRIES; i++) {
    const stored = await storedRow(ctx, kind, projectId, id);
    if (seen !== undefined) requireRevision(kind, id, stored, seen);
    const before = stored && rowOf(kind, stored);
    const after = await change(before);
    if (before && isDeepStrictEqual(before, after)) return { before, after, change: "unchanged" };
    if (await written(ctx, kind, projectId, stored, after))
      return { before, after, change: stored ? "updated" : "created" };
  }
  throw new ProductError("conflict", `The ${kind} "${id}" is being changed by others all the time. Call again.`);
}

/**
 * What tells a row from an older or newer one of its id; "" where there is none. A digest of what people see, since `rev` is
 * raised by writes that change nothing of it.
 */
export function revisionOf<K extends RowKind>(kind: K, stored: StoredRow<K> | null): string {
  return stored === null ? "" : revisionOfRow(rowOf(kind, stored));
}

/** In whatever order its fields are. */
export function revisionOfRow(row: Row<RowKind>): string {
  const sorted = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 16);
}

function requireRevision<K extends RowKind>(kind: K, id: string, stored: StoredRow<K> | null, seen: string): void {
  const rev = revisionOf(kind, stored);
  if (rev === seen) return;
  const what = rev === "" ? "was deleted" : seen === "" ? "was created" : "was changed";
  throw new ProductError(
    "conflict",
    `The ${kind} "${id}" ${what} by somebody else. Reload it and repeat your change.`,
    { reason: "version_conflict", rev, now: stored && rowOf(kind, stored) },
  );
}

async function written<K extends RowKind>(
  ctx: PlanContext,
  kind: K,
  projectId: string,
  stored: StoredRow<K> | null,
  after: Row<K>,
): Promise<boolean> {
  const rows = rowsOf(ctx, kind);
  if (stored) {
    const { matchedCount } = await rows.updateOne(unchanged(stored), { $set: after, $inc: { rev: 1 } });
    return matchedCount === 1;
  }
  return createRow(ctx, kind, projectId, after);
}

/** False: there is a row of this id. */
export async function createRow<K extends RowKind>(
  ctx: PlanContext,
  kind: K,
  projectId: string,
  row: Row<K>,
): Promise<boolean> {
  const stored = { ...row, _id: trackingId(projectId, row.id), projectId, createdAt: ctx.now(), rev: 1 };
  try {
    await rowsOf(ctx, kind).create(stored);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Takes the row away unless it is changed meanwhile; `check` may refuse by throwing. Throws not_found. */
export async function removeRow<K extends RowKind>(
  ctx: PlanContext,
  kind: K,
  projectId: string,
  id: string,
  check: (row: Row<K>) => Promise<void> = async () => {},
  seen?: string,
): Promise<Row<K>> {
  for (let i = 0; i < TRIES; i++) {
    const stored = await storedRow(ctx, kind, projectId, id);
    if (!stored) throw await unknownRow(ctx, kind, projectId, id);
    if (seen !== undefined) requireRevision(kind, id, stored, seen);
    const row = rowOf(kind, stored);
    await check(row);
    const { deletedCount } = await rowsOf(ctx, kind).deleteOne(unchanged(stored));
    if (deletedCount === 1) return row;
  }
  throw new ProductError("conflict", `The ${kind} "${id}" is being changed by others all the time. Call again.`);
}

/** Raises the page's `rev`, so that whoever is about to delete it looks again. False: there is no such page. */
export async function touchPage(ctx: PlanContext, projectId: string, id: string): Promise<boolean> {
  const { matchedCount } = await ctx.models.trackingPages.updateOne(
    { _id: trackingId(projectId, id) },
    { $inc: { rev: 1 } },
  );
  return matchedCount === 1;
}

/** Filter of a row that nobody has written since it was read. */
function unchanged({ _id, rev }: { _id: string; rev?: number }): object {
  return rev === undefined ? { _id, rev: { $exists: false } } : { _id, rev };
}
