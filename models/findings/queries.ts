// Named queries of findings and of the pages that they share.

import type { Outcome, Severity } from "../../domain/audit/finding.ts";
import { given } from "../../domain/given.ts";
import type { Models } from "../index.ts";
import type { Fields, Row } from "../lib/fields.ts";
import { oneOf } from "../lib/oneOf.ts";
import { eachInTurns, pageInTurns, readInTurns } from "../lib/readInTurns.ts";
import { type FindingPage, type FindingPagesRecord, PAGES_A_DOCUMENT } from "./pagesSchema.ts";
import type { FindingRecord } from "./schema.ts";

/** A finding of a run; null where the project's run does not have it. */
export const findFinding = (
  { findings }: Models,
  { projectId, runId, fingerprint }: { projectId: string; runId: string; fingerprint: string },
): Promise<FindingRecord | null> =>
  findings
    .findOne({ _id: `${runId}:${fingerprint}`, runId, projectId })
    .lean<FindingRecord>()
    .exec();

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

/** In the order of the report: by page, and on each as the audit lists them. */
const REPORTED = { pageIndex: 1, order: 1 } as const;

/** The findings of a run with these outcomes, or all of them, in no order unless it is that of the report. */
export function findingsOfRun<F extends keyof FindingRecord>(
  models: Models,
  runId: string,
  wanted: { outcomes?: readonly Outcome[]; fields: Fields<FindingRecord, F>; limit?: number; inOrder?: boolean },
): Promise<Row<FindingRecord, F>[]> {
  const { fields, limit, inOrder = false } = wanted;
  return readInTurns(models.findings, ofRun(runId, wanted.outcomes), {
    fields,
    limit,
    sort: inOrder ? REPORTED : undefined,
  });
}

/** Calls `work` with the findings of a run with these outcomes, in the order of the report. */
export function eachReportedFinding<F extends keyof FindingRecord>(
  models: Models,
  runId: string,
  { outcomes, fields }: { outcomes: readonly Outcome[]; fields: Fields<FindingRecord, F> },
  work: (finding: Row<FindingRecord, F>) => void,
): Promise<void> {
  return eachInTurns<FindingRecord>(models.findings, ofRun(runId, outcomes), { fields, sort: REPORTED }, work);
}

const ofRun = (runId: string, outcomes: readonly Outcome[] | undefined) =>
  given({ runId, outcome: outcomes && oneOf(outcomes) });

/**
 * Findings of a run by their ids. `fields`: read no others; parts of them may be named too. The run's id narrows the read on every
 * database, a list of values does not.
 */
export function findingsWithIds(
  models: Models,
  runId: string,
  ids: readonly string[],
  fields?: Readonly<Record<string, 1>>,
): Promise<FindingRecord[]> {
  return readInTurns(models.findings, { runId, _id: { $in: [...ids] } }, { fields });
}

/** Findings by their ids, if they are the project's. */
export function findingsOfProject(models: Models, projectId: string, ids: readonly string[]): Promise<FindingRecord[]> {
  return models.findings.find({ _id: { $in: [...ids] }, projectId }).lean<FindingRecord[]>();
}

/** A page of the findings of a run that fit, in the order of the report. `after`: only those that come later. */
export function pageOfFindings(
  models: Models,
  runId: string,
  wanted: {
    outcomes?: readonly Outcome[];
    severities?: readonly Severity[];
    after: { pageIndex: number; order: number } | null;
    limit: number;
  },
): Promise<{ entries: FindingRecord[]; more: boolean }> {
  const { outcomes, severities, after, limit } = wanted;
  const later = after && [
    { pageIndex: { $gt: after.pageIndex } },
    { pageIndex: after.pageIndex, order: { $gt: after.order } },
  ];
  const filter = given({
    runId,
    outcome: outcomes && { $in: [...outcomes] },
    severity: severities && { $in: [...severities] },
    $or: later ?? undefined,
  });
  return pageInTurns<FindingRecord>(models.findings, filter, { sort: REPORTED, limit });
}

/** What fails on a page: its own findings, and those of several pages that are on it too (`shared`: their ids). */
export function failedOnPage<F extends keyof FindingRecord>(
  models: Models,
  { runId, pageIndex, shared }: { runId: string; pageIndex: number; shared: Iterable<string> },
  { fields, limit }: { fields: Fields<FindingRecord, F>; limit: number },
): Promise<Row<FindingRecord, F>[]> {
  return models.findings
    .find({ runId, outcome: "failed", $or: [{ pageIndex }, { _id: { $in: [...shared] } }] }, fields)
    .sort({ order: 1 })
    .limit(limit)
    .lean<Row<FindingRecord, F>[]>();
}

/** The findings of one page with these outcomes, as the audit lists them. */
export function findingsOnPage(
  models: Models,
  { runId, pageIndex }: { runId: string; pageIndex: number },
  { outcomes, limit }: { outcomes: readonly Outcome[]; limit: number },
): Promise<FindingRecord[]> {
  return models.findings
    .find({ runId, pageIndex, outcome: { $in: [...outcomes] } })
    .sort({ order: 1 })
    .limit(limit)
    .lean<FindingRecord[]>();
}
