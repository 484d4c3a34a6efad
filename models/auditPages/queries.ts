// Queries for the pages of an audit. Parts of the run that are not a single page have an index below 0.

import type { Models } from "../index.ts";
import type { Fields, Row } from "../lib/fields.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { AuditPageRecord } from "./schema.ts";

/** A page without its details, which may be 100 kB. */
export type AuditPageRow = Omit<AuditPageRecord, "details">;

const MEASURED = { $in: ["passed", "failed"] as AuditPageRecord["status"][] };
const pagesOf = (runId: string) => ({ runId, index: { $gte: 0 } });

/** Returns the page or part of an audit with this id, or null if there is none. */
export function findAuditPage<F extends keyof AuditPageRecord = keyof AuditPageRecord>(
  models: Models,
  pageId: string,
  fields?: Fields<AuditPageRecord, F>,
): Promise<Row<AuditPageRecord, F> | null> {
  return models.auditPages.findOne({ _id: pageId }, fields).lean<Row<AuditPageRecord, F>>();
}

export const countAuditPages = (models: Models, runId: string): Promise<number> =>
  models.auditPages.countDocuments(pagesOf(runId));

export const countMeasuredPages = (models: Models, runId: string): Promise<number> =>
  models.auditPages.countDocuments({ ...pagesOf(runId), status: MEASURED });

/** Returns the first page of the plan that could be measured, or null if there is none. */
export function firstMeasuredPage(models: Models, runId: string): Promise<AuditPageRecord | null> {
  return models.auditPages
    .findOne({ ...pagesOf(runId), status: MEASURED })
    .sort({ index: 1 })
    .lean<AuditPageRecord>();
}

/** Returns these fields of the pages of an audit, in the order of its plan. */
export function fieldsOfAuditPages<F extends keyof AuditPageRecord>(
  models: Models,
  runId: string,
  fields: Fields<AuditPageRecord, F>,
  limit?: number,
): Promise<Row<AuditPageRecord, F>[]> {
  return readInTurns(models.auditPages, pagesOf(runId), { fields, sort: { index: 1 }, limit });
}

/** Returns the pages of an audit with all fields, in the order of its plan. `readAtOnce`: number of pages decoded per batch. */
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

/** Returns the pages of an audit without their details, in the order of its plan. */
export function auditPageRows(models: Models, runId: string, limit: number): Promise<AuditPageRow[]> {
  return models.auditPages.find(pagesOf(runId), { details: 0 }).sort({ index: 1 }).limit(limit).lean<AuditPageRow[]>();
}

/** Returns the pages and other parts of an audit without their details, sorted by index. */
export function auditPartRows(models: Models, runId: string): Promise<AuditPageRow[]> {
  return models.auditPages.find({ runId }, { details: 0 }).sort({ index: 1 }).lean<AuditPageRow[]>();
}

/** Number of pages whose rules are read. A few are enough: each lists the rules of the version that ran, except for a part that did not respond. */
const PAGES_OF_RULES = 20;

/** Returns the names of the rules that an audit applied, whatever their outcome. */
export async function rulesOfAudit(models: Models, runId: string): Promise<Set<string>> {
  const parts = await models.auditPages
    .find({ runId, status: MEASURED }, { rules: 1 })
    .sort({ index: 1 })
    .limit(PAGES_OF_RULES)
    .lean<Pick<AuditPageRecord, "rules">[]>();
  return new Set(parts.flatMap(({ rules }) => rules.map(({ rule }) => rule)));
}

/** Returns the names of the rules that were applied to each of these pages. */
export async function rulesOfPages(
  models: Models,
  runId: string,
  keys: readonly string[],
): Promise<{ key: string; rules: Set<string> }[]> {
  if (keys.length === 0) return [];
  const pages = await models.auditPages
    .find({ runId, key: { $in: keys }, index: { $gte: 0 } }, { key: 1, rules: 1 })
    .lean<Pick<AuditPageRecord, "key" | "rules">[]>();
  return pages.map(({ key, rules }) => ({ key, rules: new Set(rules.map(({ rule }) => rule)) }));
}

/** Returns the metrics and details of the site (index -1) and of the first pages of an audit. */
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

/** Returns these fields of all parts of an audit, pages or not, sorted by index. */
export function fieldsOfAuditParts<F extends keyof AuditPageRecord>(
  models: Models,
  runId: string,
  fields: Fields<AuditPageRecord, F>,
): Promise<Row<AuditPageRecord, F>[]> {
  return readInTurns(models.auditPages, { runId }, { fields, sort: { index: 1 } });
}

/** A page as shown in lists: without its details and rule outcomes. */
export type ListedAuditPage = Omit<AuditPageRecord, "details" | "rules">;

/** Returns the parts of an audit whose index is greater than `after`, sorted by index. */
export function auditPartsAfter(
  models: Models,
  runId: string,
  { after, limit }: { after: number; limit: number },
): Promise<ListedAuditPage[]> {
  const fields = { details: 0, rules: 0 } as const;
  return readInTurns(models.auditPages, { runId, index: { $gt: after } }, { fields, sort: { index: 1 }, limit });
}

/** Returns these fields of the part of an audit with this index, or of the page with this key; null if there is none. */
export function auditPageAt<F extends keyof AuditPageRecord>(
  models: Models,
  place: { runId: string } & ({ index: number } | { key: string }),
  fields: Fields<AuditPageRecord, F>,
): Promise<Row<AuditPageRecord, F> | null> {
  return models.auditPages.findOne(place, fields).lean<Row<AuditPageRecord, F>>();
}

/** Pages with the details of a tracking audit, except the list of all beacons: only the workbook needs it, and each row there has its own. */
const TRACKED = { rules: 0, artifacts: 0, metrics: 0, timings: 0, "details.beacons": 0 } as const;
export type TrackedPage = Omit<AuditPageRecord, "rules" | "artifacts" | "metrics" | "timings">;

/** Returns pages of a tracking audit in ascending order: those at these indexes, or the first `limit` from an index on. */
export function trackedPages(
  models: Models,
  runId: string,
  wanted: { at: readonly number[] } | { from: number; limit: number },
): Promise<TrackedPage[]> {
  const index = "at" in wanted ? { $in: [...wanted.at] } : { $gte: wanted.from };
  const found = models.auditPages.find({ runId, index }, TRACKED).sort({ index: 1 });
  return ("at" in wanted ? found : found.limit(wanted.limit)).lean<TrackedPage[]>();
}
