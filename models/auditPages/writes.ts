// How the pages of an audit are planned, measured and decided. A page is decided once.
import { ANSWERS_NO_MORE } from "../../domain/runs/measured.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import type { AuditPageRecord } from "./schema.ts";

/** Pages of one insert. */
const CHUNK = 200;

/** Writes the pages of a plan. */
export async function insertAuditPages(models: Models, pages: readonly AuditPageRecord[]): Promise<void> {
  for (const some of chunksOf(pages, CHUNK)) await models.auditPages.insertMany(some);
}

/** Deletes the pages of an audit whose plan does not stand yet. */
export async function deleteAuditPages(models: Models, runId: string): Promise<void> {
  await models.auditPages.deleteMany({ runId });
}

/** Writes a patch where the page waits for its result; false: it has one. */
export async function changePendingPage(
  models: Models,
  pageId: string,
  patch: Partial<Omit<AuditPageRecord, "_id">>,
): Promise<boolean> {
  return (await models.auditPages.updateOne({ _id: pageId, status: "pending" }, { $set: patch })).matchedCount === 1;
}

/** Writes a part of an audit that is no single page, or writes it again. */
export async function putAuditPart(models: Models, part: AuditPageRecord): Promise<void> {
  await models.auditPages.replaceOne({ _id: part._id }, part, { upsert: true });
}

/** Notes that a page answers with an error where it answered before. */
export async function markAnswersNoMore(models: Models, pageId: string): Promise<void> {
  await models.auditPages.updateOne({ _id: pageId }, { $set: { code: ANSWERS_NO_MORE } });
}
