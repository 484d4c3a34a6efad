// Writes the pages of an audit as they are planned, measured and decided. A page is decided once.
import { ANSWERS_NO_MORE } from "../../domain/runs/measured.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import type { AuditPageRecord } from "./schema.ts";

/** Number of pages per insert. */
const CHUNK = 200;

export async function insertAuditPages(models: Models, pages: readonly AuditPageRecord[]): Promise<void> {
  for (const some of chunksOf(pages, CHUNK)) await models.auditPages.insertMany(some);
}

/** Deletes the pages of an audit whose plan is not complete yet. */
export async function deleteAuditPages(models: Models, runId: string): Promise<void> {
  await models.auditPages.deleteMany({ runId });
}

/** Applies a patch if the page is still pending. Returns false if it already has a result. */
export async function changePendingPage(
  models: Models,
  pageId: string,
  patch: Partial<Omit<AuditPageRecord, "_id">>,
): Promise<boolean> {
  return (await models.auditPages.updateOne({ _id: pageId, status: "pending" }, { $set: patch })).matchedCount === 1;
}

/** Inserts or replaces a part of an audit that is not a single page. */
export async function putAuditPart(models: Models, part: AuditPageRecord): Promise<void> {
  await models.auditPages.replaceOne({ _id: part._id }, part, { upsert: true });
}

/** Records that a page now responds with an error although it used to work. */
export async function markAnswersNoMore(models: Models, pageId: string): Promise<void> {
  await models.auditPages.updateOne({ _id: pageId }, { $set: { code: ANSWERS_NO_MORE } });
}
