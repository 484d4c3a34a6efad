// Named queries of findings and of the pages that they share.
import type { Fields, Row } from "./fields.ts";
import type { FindingRecord } from "./finding.ts";
import { type FindingPage, type FindingPagesRecord, PAGES_A_DOCUMENT } from "./findingPages.ts";
import type { Models } from "./index.ts";
import { eachInTurns, readInTurns } from "./readInTurns.ts";

/** A finding of a run; null where the project's run does not have it. */
export const findFinding = (
  { findings }: Models,
  { projectId, runId, fingerprint }: { projectId: string; runId: string; fingerprint: string },
): Promise<FindingRecord | null> =>
  findings
    .findOne({ _id: `${runId}:${fingerprint}`, runId, projectId })
    .lean<FindingRecord>()
    .exec();

/** The finding with this id, `<runId>:<fingerprint>`; null: there is none. */
export function findingWithId<F extends keyof FindingRecord = keyof FindingRecord>(
  { findings }: Models,
  id: string,
  fields?: Fields<FindingRecord, F>,
): Promise<Row<FindingRecord, F> | null> {
  return findings.findOne({ _id: id }, fields).lean<Row<FindingRecord, F>>();
}

/** How many findings a run has. */
export const countFindings = ({ findings }: Models, runId: string): Promise<number> =>
  findings.countDocuments({ runId });

/** Of a run's findings of one outcome and severity those of the first pages, in the order of the report. */
export function findingsOfKind(
  { findings }: Models,
  { runId, outcome, severity }: Pick<FindingRecord, "runId" | "outcome" | "severity">,
  limit: number,
): Promise<FindingRecord[]> {
  return findings
    .find({ runId, outcome, severity })
    .sort({ pageIndex: 1, order: 1 })
    .limit(limit)
    .lean<FindingRecord[]>();
}

/** The findings of a run in the order of the report. `readAtOnce`: those that are decoded in one go. */
export function wholeFindings(
  { findings }: Models,
  runId: string,
  { limit, readAtOnce }: { limit: number; readAtOnce: number },
): Promise<FindingRecord[]> {
  return findings
    .find({ runId })
    .sort({ pageIndex: 1, order: 1 })
    .limit(limit)
    .batchSize(readAtOnce)
    .lean<FindingRecord[]>();
}

/** Calls `work` with these fields of each finding of a run, in no order that means anything. */
export function eachFindingOfRun<F extends keyof FindingRecord>(
  { findings }: Models,
  runId: string,
  { fields, limit }: { fields: Fields<FindingRecord, F>; limit?: number },
  work: (finding: Row<FindingRecord, F>) => void,
): Promise<void> {
  return eachInTurns<FindingRecord>(findings, { runId }, { fields, limit }, work);
}

/** The findings of several pages that one page has: their ids, and what was said of this page. */
export async function sharedFindingsOf(
  models: Models,
  runId: string,
  pageIndex: number,
): Promise<Map<string, FindingPage>> {
  const found = await models.findingPages.find({ runId, indexes: pageIndex }).lean<FindingPagesRecord[]>();
  return new Map(
    found.flatMap(({ findingId, pages }) => {
      const own = pages.find((one) => one.pageIndex === pageIndex);
      return own ? [[findingId, own] as const] : [];
    }),
  );
}

/** The findings of several pages that are on one of these pages. */
export async function sharedFindingsOn(
  models: Models,
  runId: string,
  indexes: readonly number[],
): Promise<Set<string>> {
  const wanted = { runId, indexes: { $in: [...indexes] } };
  const found = await readInTurns<FindingPagesRecord>(models.findingPages, wanted, { fields: { findingId: 1 } });
  return new Set(found.map(({ findingId }) => findingId));
}

/** Calls `work` with the pages of a finding from the one at `from` on, in order, until it answers false. */
export async function eachFindingPage(
  models: Models,
  { _id: findingId, runId }: Pick<FindingRecord, "_id" | "runId">,
  from: number,
  work: (page: FindingPage) => boolean,
): Promise<void> {
  const wanted = { runId, findingId, from: { $gt: from - PAGES_A_DOCUMENT } };
  await eachInTurns<FindingPagesRecord>(models.findingPages, wanted, { sort: { from: 1 } }, (part) =>
    part.pages.slice(Math.max(0, from - part.from)).every(work),
  );
}
