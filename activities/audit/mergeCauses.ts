// After the pages of an audit: merges findings with the same cause into one finding with its pages.
import { FIRST_PAGES, type FindingPages, MAX_FINDING_PAGES, sentenceOfPages } from "../../domain/audit/causes.ts";
import { outcomeRank } from "../../domain/audit/finding.ts";
import { truncate } from "../../domain/text.ts";
import { acceptedUntil } from "../../models/acceptances/queries.ts";
import { countMeasuredPages } from "../../models/auditPages/queries.ts";
import { type FindingPage, type FindingPagesRecord, PAGES_A_DOCUMENT } from "../../models/findings/pagesSchema.ts";
import { eachFindingOfRun, findingsWithIds } from "../../models/findings/queries.ts";
import type { FindingRecord } from "../../models/findings/schema.ts";
import { deleteFindings, putFindingPages, putFindings } from "../../models/findings/writes.ts";
import { chunksOf } from "../../models/lib/chunks.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { AuditDeps } from "../deps.ts";
import { throughOutages } from "../outageWait.ts";
import { readRun } from "../readRun.ts";
import { pillarOfRun } from "./auditSite.ts";

export type MergeActivities = { mergeCauses(input: { runId: string }): Promise<void> };

/** Maximum characters of a target and a message stored for each page. */
const SHORT = 160;
/** Maximum number of causes merged together. */
const AT_ONCE = 50;
const FIELDS = {
  ...({ cause: 1, outcome: 1, pageIndex: 1, order: 1 } as const),
  ...({ page: 1, target: 1, message: 1, fingerprint: 1 } as const),
};
type Part = Pick<FindingRecord, "_id" | keyof typeof FIELDS>;

export function createMergeActivities(deps: AuditDeps): MergeActivities {
  return { mergeCauses: ({ runId }) => throughOutages((signal) => merge(deps, runId, signal)) };
}

/** Safe to repeat: pages are written first, then the finding that represents them, and its parts are deleted last. */
async function merge(deps: AuditDeps, runId: string, signal: AbortSignal): Promise<void> {
  const { models } = deps;
  const run = await readRun(deps, runId);
  const accepted = await acceptedUntil(models, { ...run, pillar: pillarOfRun(run) }, deps.now());
  const of = await countMeasuredPages(models, runId);
  const groups = new Map<string, Part[]>();
  await eachFindingOfRun(models, runId, { fields: FIELDS }, (found) => {
    const { cause, fingerprint, outcome } = found;
    // A finding accepted on its own page is a decision about that page.
    if (!cause || cause === fingerprint || (outcome === "accepted" && !accepted.has(cause))) return;
    const part = { ...found, target: truncate(found.target, SHORT), message: truncate(found.message, SHORT) };
    const parts = groups.get(cause);
    if (parts) parts.push(part);
    else groups.set(cause, [part]);
  });
  for (const some of chunksOf([...groups], AT_ONCE)) {
    signal.throwIfAborted();
    await mergeSome(deps, run, some, of);
  }
}

/** Merges several causes together, because a call for each would delay the end of a run. `of`: number of measured pages. */
async function mergeSome(
  { models }: AuditDeps,
  run: Run,
  groups: readonly [cause: string, parts: Part[]][],
  of: number,
): Promise<void> {
  const { _id: runId } = run;
  const idOf = (cause: string): string => `${runId}:${cause}`;
  const ids = groups.map(([cause]) => idOf(cause));
  const stands = idsOf(await findingsWithIds(models, runId, ids, { _id: 1 }));
  const shared = groups.flatMap(([cause, parts]) =>
    stands.has(idOf(cause)) ? [] : (sharedOf(cause, parts, of) ?? []),
  );
  const ofFirsts = shared.map(({ first }) => first._id);
  const firsts = ofFirsts.length === 0 ? [] : await findingsWithIds(models, runId, ofFirsts);
  const merged = shared.flatMap(({ cause, first, pages, times, rows }) => {
    const whole = firsts.find(({ _id }) => _id === first._id);
    if (whole === undefined) return [];
    const message = sentenceOfPages(whole.message, pages, { page: whole.page, times }, run.baseUrl);
    const finding: FindingRecord = { ...whole, _id: idOf(cause), fingerprint: cause, cause, message, pages };
    return [{ finding, documents: pagesOf(finding, rows) }];
  });
  await putFindingPages(
    models,
    merged.flatMap(({ documents }) => documents),
  );
  await putFindings(
    models,
    merged.map(({ finding }) => finding),
  );
  const standing = new Set([...stands, ...merged.map(({ finding }) => finding._id)]);
  const gone = groups.flatMap(([cause, parts]) => (standing.has(idOf(cause)) ? parts.map(({ _id }) => _id) : []));
  await deleteFindings(models, runId, gone);
}

type Shared = { cause: string; first: Part; pages: FindingPages; times: number; rows: Part[] };

/** Null: it was found on one page only. */
function sharedOf(cause: string, parts: Part[], of: number): Shared | null {
  // A failure represents the same defect on pages that were still loading.
  parts.sort((a, b) => outcomeRank(a) - outcomeRank(b) || a.pageIndex - b.pageIndex || a.order - b.order);
  const byPage = new Map<string, Part>();
  for (const part of parts) if (!byPage.has(part.page)) byPage.set(part.page, part);
  const rows = [...byPage.values()];
  const [first] = rows;
  if (first === undefined || rows.length < 2) return null;
  const pages: FindingPages = {
    count: rows.length,
    of: Math.max(of, rows.length),
    first: rows.slice(0, FIRST_PAGES).map(({ page, target }) => ({ page, target })),
  };
  return { cause, first, pages, times: parts.length, rows };
}

function pagesOf({ _id, runId, projectId }: FindingRecord, rows: readonly Part[]): FindingPagesRecord[] {
  const kept = rows
    .slice(0, MAX_FINDING_PAGES)
    .map(({ page, pageIndex, target, message }): FindingPage => ({ page, pageIndex, target, message }));
  return [...chunksOf(kept, PAGES_A_DOCUMENT)].map((pages, at) => {
    const from = at * PAGES_A_DOCUMENT;
    const indexes = [...new Set(pages.map(({ pageIndex }) => pageIndex))];
    return { _id: `${_id}:${from}`, findingId: _id, runId, projectId, from, pages, indexes };
  });
}

const idsOf = (found: readonly Pick<FindingRecord, "_id">[]): Set<string> => new Set(found.map(({ _id }) => _id));
