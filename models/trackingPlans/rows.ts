// Rows of a tracking plan, pages and events: the two collections are alike for all queries in this module.
import type { PlanEvent, PlanPage } from "../../domain/pillars/tracking/plan.ts";
import { isWritten, type Models } from "../index.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import { unchangedSince } from "../lib/unchangedSince.ts";
import { eventOf, pageOf, type TrackingEvent, type TrackingPage, trackingId } from "./schema.ts";

export type RowKind = "page" | "event";
export type Row<K extends RowKind> = K extends "page" ? PlanPage : PlanEvent;
export type StoredRow<K extends RowKind> = Row<K> & { _id: string; projectId: string; createdAt: Date; rev?: number };

type Found = { lean<T>(): PromiseLike<T>; sort(order: Record<string, 1 | -1>): Found; limit(most: number): Found };
/** The operations used on either collection. */
type RowModel = {
  find(filter: object, fields?: Record<string, 1>): Found;
  findOne(filter: object): { lean<T>(): PromiseLike<T | null> };
  create(row: object): PromiseLike<unknown>;
  updateOne(filter: object, change: object, options?: { upsert?: boolean }): PromiseLike<{ matchedCount: number }>;
  deleteOne(filter: object): PromiseLike<{ deletedCount: number }>;
  countDocuments(filter: object): PromiseLike<number>;
};

const rowsOf = ({ trackingPages, trackingEvents }: Models, kind: RowKind): RowModel =>
  kind === "page" ? trackingPages : trackingEvents;

/** The plan is sorted by creation. */
const ORDER = { createdAt: 1, id: 1 } as const;

/** Returns the row without the fields that only the database needs. */
export function rowOf<K extends RowKind>(kind: K, stored: StoredRow<K>): Row<K> {
  return (kind === "page" ? pageOf(stored as TrackingPage) : eventOf(stored as TrackingEvent)) as Row<K>;
}

/** Returns the row of the project with this id, or null if there is none. */
export async function storedRow<K extends RowKind>(
  models: Models,
  kind: K,
  projectId: string,
  id: string,
): Promise<StoredRow<K> | null> {
  return rowsOf(models, kind)
    .findOne({ _id: trackingId(projectId, id) })
    .lean<StoredRow<K>>();
}

export async function rowIds(models: Models, kind: RowKind, projectId: string): Promise<string[]> {
  const rows = await rowsOf(models, kind).find({ projectId }, { id: 1 }).lean<{ id: string }[]>();
  return rows.map(({ id }) => id);
}

export const countRowsOf = async (models: Models, kind: RowKind, projectId: string): Promise<number> =>
  rowsOf(models, kind).countDocuments({ projectId });

/** Returns rows of a kind in the order of the plan. `pageId`: only events of this page. `after`: only later ones. */
export async function rowsOfKind<K extends RowKind>(
  models: Models,
  kind: K,
  projectId: string,
  {
    pageId,
    after = null,
    limit = 0,
  }: { pageId?: string; after?: { at: Date; id: string } | null; limit?: number } = {},
): Promise<StoredRow<K>[]> {
  const filter = {
    projectId,
    ...(kind === "event" && pageId !== undefined && { pageId }),
    ...(after && { $or: [{ createdAt: { $gt: after.at } }, { createdAt: after.at, id: { $gt: after.id } }] }),
  };
  return rowsOf(models, kind).find(filter).sort(ORDER).limit(limit).lean<StoredRow<K>[]>();
}

export const planPagesOf = ({ trackingPages }: Models, projectId: string, limit: number): Promise<TrackingPage[]> =>
  readInTurns(trackingPages, { projectId }, { sort: ORDER, limit });

export const planEventsOf = ({ trackingEvents }: Models, projectId: string, limit: number): Promise<TrackingEvent[]> =>
  readInTurns(trackingEvents, { projectId }, { sort: ORDER, limit });

export const eventsOfPage = (models: Models, projectId: string, pageId: string): Promise<TrackingEvent[]> =>
  models.trackingEvents.find({ projectId, pageId }).sort(ORDER).lean<TrackingEvent[]>().exec();

/** Returns the feature steps that each event of the plan is linked to. */
export const eventLinks = (
  models: Models,
  projectId: string,
): Promise<Pick<TrackingEvent, "id" | "label" | "frtLinks">[]> =>
  models.trackingEvents
    .find({ projectId }, { id: 1, label: 1, frtLinks: 1 })
    .lean<Pick<TrackingEvent, "id" | "label" | "frtLinks">[]>()
    .exec();

/** Returns false if the project has a row with this id. */
export async function insertRow<K extends RowKind>(
  models: Models,
  kind: K,
  projectId: string,
  { row, at }: { row: Row<K>; at: Date },
): Promise<boolean> {
  return isWritten(
    rowsOf(models, kind).create({
      ...row,
      _id: trackingId(projectId, row.id),
      projectId,
      createdAt: at,
      rev: 1,
    }),
  );
}

type Read = { _id: string; rev?: number };

/** Replaces a row if it is unchanged since it was read; otherwise returns false. */
export async function changeUnchangedRow<K extends RowKind>(
  models: Models,
  kind: K,
  stored: Read,
  row: Row<K>,
): Promise<boolean> {
  const change = { $set: row, $inc: { rev: 1 } };
  return (await rowsOf(models, kind).updateOne(unchangedSince(stored), change)).matchedCount === 1;
}

/** Inserts or replaces a row; a new one gets the creation time `at`. */
export async function putRow<K extends RowKind>(
  models: Models,
  kind: K,
  projectId: string,
  { row, at }: { row: Row<K>; at: Date },
): Promise<void> {
  const update = { $set: { ...row, projectId }, $inc: { rev: 1 }, $setOnInsert: { createdAt: at } };
  await rowsOf(models, kind).updateOne({ _id: trackingId(projectId, row.id) }, update, { upsert: true });
}

/** Deletes a row if it is unchanged since it was read; otherwise returns false. */
export async function deleteUnchangedRow(models: Models, kind: RowKind, stored: Read): Promise<boolean> {
  return (await rowsOf(models, kind).deleteOne(unchangedSince(stored))).deletedCount === 1;
}

/** Deletes a row, even if it was written since it was read. */
export async function deleteRow(models: Models, kind: RowKind, projectId: string, id: string): Promise<void> {
  await rowsOf(models, kind).deleteOne({ _id: trackingId(projectId, id) });
}

/** Increments the page's `rev`, so that a caller about to delete it reads it again. Returns false if there is no such page. */
export async function touchPage(models: Models, projectId: string, id: string): Promise<boolean> {
  const touched = await models.trackingPages.updateOne({ _id: trackingId(projectId, id) }, { $inc: { rev: 1 } });
  return touched.matchedCount === 1;
}
