// What is asked about the pages of an audit. Parts of the run that are no single page have an index below 0.
import type { AuditPageRecord } from "./auditPage.ts";
import type { Fields, Row } from "./fields.ts";
import type { Models } from "./index.ts";
import { readInTurns } from "./readInTurns.ts";

/** A page without its details, of which there may be 100 kB. */
export type AuditPageRow = Omit<AuditPageRecord, "details">;

const MEASURED = { $in: ["passed", "failed"] as AuditPageRecord["status"][] };
const pagesOf = (runId: string) => ({ runId, index: { $gte: 0 } });

/** The page, or the part of an audit, with this id; null: there is none. */
export function findAuditPage<F extends keyof AuditPageRecord = keyof AuditPageRecord>(
  models: Models,
  pageId: string,
  fields?: Fields<AuditPageRecord, F>,
): Promise<Row<AuditPageRecord, F> | null> {
  return models.auditPages.findOne({ _id: pageId }, fields).lean<Row<AuditPageRecord, F>>();
}

/** How many pages an audit has. */
export const countAuditPages = (models: Models, runId: string): Promise<number> =>
  models.auditPages.countDocuments(pagesOf(runId));

/** How many pages of an audit could be measured. */
export const countMeasuredPages = (models: Models, runId: string): Promise<number> =>
  models.auditPages.countDocuments({ ...pagesOf(runId), status: MEASURED });

/** The first page of the plan that could be measured; null: there is none. */
export function firstMeasuredPage(models: Models, runId: string): Promise<AuditPageRecord | null> {
  return models.auditPages
    .findOne({ ...pagesOf(runId), status: MEASURED })
    .sort({ index: 1 })
    .lean<AuditPageRecord>();
}

/** These fields of the pages of an audit, in the order of its plan. */
export function fieldsOfAuditPages<F extends keyof AuditPageRecord>(
  models: Models,
  runId: string,
  fields: Fields<AuditPageRecord, F>,
): Promise<Row<AuditPageRecord, F>[]> {
  return models.auditPages.find(pagesOf(runId), fields).sort({ index: 1 }).lean<Row<AuditPageRecord, F>[]>();
}

/** The pages of an audit with all that is kept of them, in the order of its plan. `readAtOnce`: those that are decoded in one go. */
export function wholeAuditPages(
  models: Models,
  runId: string,
  { limit, readAtOnce }: { limit: number; readAtOnce: number },
): Promise<AuditPageRecord[]> {
  return models.auditPages
    .find(pagesOf(runId))
    .sort({ index: 1 })
    .limit(limit)
    .batchSize(readAtOnce)
    .lean<AuditPageRecord[]>();
}

/** The pages of an audit without their details, in the order of its plan. */
export function auditPageRows(models: Models, runId: string, limit: number): Promise<AuditPageRow[]> {
  return models.auditPages.find(pagesOf(runId), { details: 0 }).sort({ index: 1 }).limit(limit).lean<AuditPageRow[]>();
}

/** The pages of an audit and its other parts, without their details, in the order of their indexes. */
export function auditPartRows(models: Models, runId: string): Promise<AuditPageRow[]> {
  return models.auditPages.find({ runId }, { details: 0 }).sort({ index: 1 }).lean<AuditPageRow[]>();
}

/** The figures and details of the site (index -1) and of the first pages of an audit. */
export function auditPageDetails(
  models: Models,
  runId: string,
  limit: number,
): Promise<Row<AuditPageRecord, "index" | "url" | "metrics" | "details">[]> {
  return models.auditPages
    .find({ runId, index: { $gte: -1 } }, { index: 1, url: 1, metrics: 1, details: 1 })
    .sort({ index: 1 })
    .limit(limit)
    .lean<Row<AuditPageRecord, "index" | "url" | "metrics" | "details">[]>();
}

/** These fields of all parts of an audit, pages or not, in the order of their indexes. */
export function fieldsOfAuditParts<F extends keyof AuditPageRecord>(
  models: Models,
  runId: string,
  fields: Fields<AuditPageRecord, F>,
): Promise<Row<AuditPageRecord, F>[]> {
  return readInTurns(models.auditPages, { runId }, { fields, sort: { index: 1 } });
}
