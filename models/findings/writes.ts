// Stores the findings of an audit, merges them by cause, and marks new ones. Every write may be repeated.

import { isWritten, type Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import type { FindingPagesRecord } from "./pagesSchema.ts";
import type { FindingRecord } from "./schema.ts";

/** Number of findings per insert. */
const INSERTED = 200;
/** Number of ids per update. */
const CHANGED = 500;
/** Number of documents per replacing call: the largest have 54 kB. */
const PUT = 50;
/** Makes a document that does not fit the schema an error: by default it is left out, and the parts it stands for are deleted. */
const WHOLE = { ordered: false, throwOnValidationError: true } as const;

/**
 * Stores the findings of one page (or of the whole site, index -1), replacing its earlier ones. After storing the others, throws an error
 * with the ids of those that do not fit the schema.
 */
export async function replaceFindingsOfPage(
  models: Models,
  { runId, pageIndex }: Pick<FindingRecord, "runId" | "pageIndex">,
  findings: readonly FindingRecord[],
): Promise<void> {
  await models.findings.deleteMany({ runId, pageIndex });
  // `insertMany` leaves out what does not fit, and does not report it if another document already exists.
  const misfits: string[] = [];
  for (const some of chunksOf(findings, INSERTED)) {
    const fitting: FindingRecord[] = [];
    for (const one of some)
      try {
        await new models.findings(one).validate();
        fitting.push(one);
      } catch (error) {
        misfits.push(`${one._id} (${(error as Error).message})`);
      }
    // Another attempt for the same page writes the same findings.
    await isWritten(models.findings.insertMany(fitting, { ordered: false }));
  }
  if (misfits.length > 0) throw new Error(`Findings that do not fit the schema were not stored: ${misfits.join(", ")}`);
}

/** Writes findings that cover several pages. */
export async function putFindings(models: Models, findings: readonly FindingRecord[]): Promise<void> {
  for (const some of chunksOf(findings, PUT))
    await models.findings.bulkWrite(
      some.map((one) => ({ replaceOne: { filter: { _id: one._id }, replacement: one, upsert: true } })),
      WHOLE,
    );
}

/** Writes the pages of findings that cover several. */
export async function putFindingPages(models: Models, pages: readonly FindingPagesRecord[]): Promise<void> {
  for (const some of chunksOf(pages, PUT))
    await models.findingPages.bulkWrite(
      some.map((one) => ({ replaceOne: { filter: { _id: one._id }, replacement: one, upsert: true } })),
      WHOLE,
    );
}

export async function deleteFindings(models: Models, runId: string, ids: readonly string[]): Promise<void> {
  for (const some of chunksOf(ids, CHANGED)) await models.findings.deleteMany({ runId, _id: { $in: some } });
}

/** Marks the findings of a run with these fingerprints as new in this sense, and the others as not new. */
export async function markNew(
  models: Models,
  runId: string,
  field: "isNew" | "isNewOnBranch",
  fingerprints: readonly string[],
): Promise<void> {
  await models.findings.updateMany({ runId }, { $set: { [field]: false } });
  await changeFindings(models, runId, fingerprints, { [field]: true });
}

/** Applies a patch to the findings of a run with these fingerprints. */
export async function changeFindings(
  models: Models,
  runId: string,
  fingerprints: readonly string[],
  patch: Partial<FindingRecord>,
): Promise<void> {
  for (const some of chunksOf(fingerprints, CHANGED)) {
    const ids = some.map((fingerprint) => `${runId}:${fingerprint}`);
    await models.findings.updateMany({ _id: { $in: ids } }, { $set: patch });
  }
}
