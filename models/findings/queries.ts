// Queries for findings and for the pages that they share.

import { type Outcome, SEVERITIES, type Severity } from "../../domain/audit/finding.ts";
import { given } from "../../domain/given.ts";
import type { Models } from "../index.ts";
import type { Fields, Row } from "../lib/fields.ts";
import { oneOf } from "../lib/oneOf.ts";
import { eachInTurns, pageInTurns, readInTurns } from "../lib/readInTurns.ts";
import { type FindingPage, type FindingPagesRecord, PAGES_A_DOCUMENT } from "./pagesSchema.ts";
import type { FindingRecord } from "./schema.ts";

/** Returns a finding of a run, or null if the project's run does not have it. */
export const findFinding = (
  { findings }: Models,
  { projectId, runId, fingerprint }: { projectId: string; runId: string; fingerprint: string },
): Promise<FindingRecord | null> =>
  findings
    .findOne({ _id: `${runId}:${fingerprint}`, runId, projectId })
    .lean<FindingRecord>()
    .exec();

export const countFindings = (
  { findings }: Models,
  runId: string,
  outcomes: readonly Outcome[],
  severities?: readonly Severity[],
): Promise<number> => findings.countDocuments(ofRun(runId, { outcomes, severities }));

/** Returns the findings of a run in the order of the report. `readAtOnce`: number of findings decoded per batch. */
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

/** Calls `work` with these fields of each finding of a run, in no particular order. */
export function eachFindingOfRun<F extends keyof FindingRecord>(
  { findings }: Models,
  runId: string,
  { fields }: { fields: Fields<FindingRecord, F> },
  work: (finding: Row<FindingRecord, F>) => void,
): Promise<void> {
  return eachInTurns<FindingRecord>(findings, { runId }, { fields }, work);
}

/** Returns the findings that a page shares with others: their ids, and the message for this page. */
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

/** Returns the ids of shared findings that are on one of these pages. */
export async function sharedFindingsOn(
  models: Models,
  runId: string,
  indexes: readonly number[],
): Promise<Set<string>> {
  const wanted = { runId, indexes: { $in: [...indexes] } };
  const found = await readInTurns<FindingPagesRecord>(models.findingPages, wanted, { fields: { findingId: 1 } });
  return new Set(found.map(({ findingId }) => findingId));
}

/** Calls `work` with the pages of a finding from the one at `from` on, in order, until it returns false. */
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

/** The order of the report: by page, and within a page as the audit lists them. */
const REPORTED = { pageIndex: 1, order: 1 } as const;
type Reported = Pick<FindingRecord, keyof typeof REPORTED>;
/** Compares by the order of the report, for findings that were read in no particular order. */
export const byReport = (a: Reported, b: Reported): number => a.pageIndex - b.pageIndex || a.order - b.order;

/** `severities`: of these only; all by default. */
type Kinds = { outcomes?: readonly Outcome[]; severities?: readonly Severity[] | undefined };

/** Returns the findings of a run with these outcomes, or all of them, in no particular order. */
export function findingsOfRun<F extends keyof FindingRecord>(
  models: Models,
  runId: string,
  { fields, limit, ...kinds }: Kinds & { fields: Fields<FindingRecord, F>; limit?: number },
): Promise<Row<FindingRecord, F>[]> {
  return readInTurns(models.findings, ofRun(runId, kinds), { fields, limit });
}

/** Maximum number of findings of a run that lists, comparisons and problems are made from. */
export const MAX_LISTED = 20_000;

/**
 * Returns at most `limit` findings of a run with these outcomes: all of them in any order, or the worst if there are more. `cut`: whether
 * there are more. `outcomes` are from worst to best.
 */
export async function worstOfRun<F extends keyof FindingRecord>(
  models: Models,
  runId: string,
  wanted: Kinds & { outcomes: readonly Outcome[]; fields: Fields<FindingRecord, F>; limit?: number },
): Promise<{ found: Row<FindingRecord, F>[]; cut: boolean }> {
  const { limit = MAX_LISTED } = wanted;
  const all = await findingsOfRun(models, runId, { ...wanted, limit: limit + 1 });
  if (all.length <= limit) return { found: all, cut: false };
  return { found: await worstFirst(models, runId, { ...wanted, limit }), cut: true };
}

/**
 * Returns the first `limit` findings of a run by outcome and severity, and of one kind in the order of the report. Reads each kind in turn
 * until there are enough, because equality filters are efficient on every database. `fields`: all if omitted.
 */
export async function worstFirst<F extends keyof FindingRecord = keyof FindingRecord>(
  models: Models,
  runId: string,
  wanted: Kinds & { outcomes: readonly Outcome[]; fields?: Fields<FindingRecord, F>; limit: number },
): Promise<Row<FindingRecord, F>[]> {
  const { outcomes, severities = SEVERITIES, fields, limit } = wanted;
  const found: Row<FindingRecord, F>[] = [];
  for (const outcome of outcomes)
    for (const severity of severities) {
      const left = limit - found.length;
      if (left === 0) return found;
      const reading = { fields, limit: left, sort: REPORTED };
      found.push(
        ...(await readInTurns<FindingRecord, Row<FindingRecord, F>>(
          models.findings,
          { runId, outcome, severity },
          reading,
        )),
      );
    }
  return found;
}

/** Calls `work` with the findings of a run with these outcomes, in the order of the report. */
export function eachReportedFinding<F extends keyof FindingRecord>(
  models: Models,
  runId: string,
  { outcomes, fields }: { outcomes: readonly Outcome[]; fields: Fields<FindingRecord, F> },
  work: (finding: Row<FindingRecord, F>) => void,
): Promise<void> {
  return eachInTurns<FindingRecord>(models.findings, ofRun(runId, { outcomes }), { fields, sort: REPORTED }, work);
}

const ofRun = (runId: string, { outcomes, severities }: Kinds) =>
  given({ runId, outcome: outcomes && oneOf(outcomes), severity: severities && oneOf(severities) });

/**
 * Returns findings of a run by id. `fields`: read only these; parts of fields may be named too. The run's id narrows the read on every
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

/** Returns the findings for the keys, in the same order. `fields`: read only these. */
export async function findingsFor(
  models: Models,
  keys: readonly Pick<FindingRecord, "_id" | "runId">[],
  fields?: Readonly<Record<string, 1>>,
): Promise<FindingRecord[]> {
  const found = new Map<string, FindingRecord>();
  for (const [runId, group] of Map.groupBy(keys, (key) => key.runId)) {
    const ids = group.map(({ _id }) => _id);
    for (const record of await findingsWithIds(models, runId, ids, fields)) found.set(record._id, record);
  }
  return keys.flatMap(({ _id }) => found.get(_id) ?? []);
}

/** Returns findings by id, if they belong to the project. */
export function findingsOfProject(models: Models, projectId: string, ids: readonly string[]): Promise<FindingRecord[]> {
  return models.findings.find({ _id: { $in: [...ids] }, projectId }).lean<FindingRecord[]>();
}

/** Returns a page of the matching findings of a run, in the order of the report. `after`: only later ones. */
export function pageOfFindings(
  models: Models,
  runId: string,
  wanted: Kinds & { after: { pageIndex: number; order: number } | null; limit: number },
): Promise<{ entries: FindingRecord[]; more: boolean }> {
  const { after, limit } = wanted;
  const later = after && [
    { pageIndex: { $gt: after.pageIndex } },
    { pageIndex: after.pageIndex, order: { $gt: after.order } },
  ];
  const filter = { ...ofRun(runId, wanted), ...given({ $or: later ?? undefined }) };
  return pageInTurns<FindingRecord>(models.findings, filter, { sort: REPORTED, limit });
}

/** Returns all that a page shows with these outcomes: its own findings, and shared ones that are on it too (`shared`: their ids). */
export function findingsSeenOnPage<F extends keyof FindingRecord>(
  models: Models,
  { runId, pageIndex, shared }: { runId: string; pageIndex: number; shared: Iterable<string> },
  { outcomes, fields }: { outcomes: readonly Outcome[]; fields: Fields<FindingRecord, F> },
): Promise<Row<FindingRecord, F>[]> {
  const wanted = { ...ofRun(runId, { outcomes }), $or: [{ pageIndex }, { _id: { $in: [...shared] } }] };
  return readInTurns(models.findings, wanted, { fields, sort: { order: 1 } });
}

/** Returns the findings of one page with these outcomes, in the audit's order. */
export function findingsOnPage(
  models: Models,
  { runId, pageIndex }: { runId: string; pageIndex: number },
  { outcomes, limit }: { outcomes: readonly Outcome[]; limit: number },
): Promise<FindingRecord[]> {
  return readInTurns(models.findings, { ...ofRun(runId, { outcomes }), pageIndex }, { sort: { order: 1 }, limit });
}
