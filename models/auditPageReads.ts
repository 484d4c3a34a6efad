// What is asked about the pages of an audit. Parts of the run that are no single page have an index below 0.
import type { AuditPageRecord } from "./auditPage.ts";
import type { Fields, Row } from "./fields.ts";
import type { Models } from "./index.ts";
import { readInTurns } from "./readInTurns.ts";

const pagesOf = (runId: string) => ({ runId, index: { $gte: 0 } });

/** These fields of the pages of an audit, in the order of its plan. */
export function fieldsOfAuditPages<F extends keyof AuditPageRecord>(
  models: Models,
  runId: string,
  fields: Fields<AuditPageRecord, F>,
  limit?: number,
): Promise<Row<AuditPageRecord, F>[]> {
  return readInTurns(models.auditPages, pagesOf(runId), { fields, sort: { index: 1 }, limit });
}

/** These fields of all parts of an audit, pages or not, in the order of their indexes. */
export function fieldsOfAuditParts<F extends keyof AuditPageRecord>(
  models: Models,
  runId: string,
  fields: Fields<AuditPageRecord, F>,
): Promise<Row<AuditPageRecord, F>[]> {
  return readInTurns(models.auditPages, { runId }, { fields, sort: { index: 1 } });
}

/** A page as lists show it: without its details and its verdict on each rule. */
export type ListedAuditPage = Omit<AuditPageRecord, "details" | "rules">;

/** The parts of an audit whose index is larger than `after`, in the order of their indexes. */
export function auditPartsAfter(
  models: Models,
  runId: string,
  { after, limit }: { after: number; limit: number },
): Promise<ListedAuditPage[]> {
  const fields = { details: 0, rules: 0 } as const;
  return readInTurns(models.auditPages, { runId, index: { $gt: after } }, { fields, sort: { index: 1 }, limit });
}

/** These fields of the part of an audit with this index; null: there is none. */
export function auditPageAt<F extends keyof AuditPageRecord>(
  models: Models,
  { runId, index }: { runId: string; index: number },
  fields: Fields<AuditPageRecord, F>,
): Promise<Row<AuditPageRecord, F> | null> {
  return models.auditPages.findOne({ runId, index }, fields).lean<Row<AuditPageRecord, F>>();
}

/** These fields of the page of an audit with this key; null: there is none. */
export function auditPageWithKey<F extends keyof AuditPageRecord>(
  models: Models,
  { runId, key }: { runId: string; key: string },
  fields: Fields<AuditPageRecord, F>,
): Promise<Row<AuditPageRecord, F> | null> {
  return models.auditPages.findOne({ runId, key }, fields).lean<Row<AuditPageRecord, F>>();
}

/** Pages with the details that a tracking audit keeps; the list of all beacons is for the workbook, since each row has its own. */
const TRACKED = { rules: 0, artifacts: 0, metrics: 0, timings: 0, "details.beacons": 0 } as const;
export type TrackedPage = Omit<AuditPageRecord, "rules" | "artifacts" | "metrics" | "timings">;

/** The pages of a tracking audit with these indexes, in ascending order. */
export function trackedPagesAt(models: Models, runId: string, indexes: readonly number[]): Promise<TrackedPage[]> {
  return models.auditPages
    .find({ runId, index: { $in: [...indexes] } }, TRACKED)
    .sort({ index: 1 })
    .lean<TrackedPage[]>();
}

/** The pages of a tracking audit from an index on. */
export function trackedPagesFrom(
  models: Models,
  runId: string,
  { from, limit }: { from: number; limit: number },
): Promise<TrackedPage[]> {
  return models.auditPages
    .find({ runId, index: { $gte: from } }, TRACKED)
    .sort({ index: 1 })
    .limit(limit)
    .lean<TrackedPage[]>();
}
