// After the pages of an audit: findings of one cause become one finding with its pages.
import { FIRST_PAGES, type FindingPages, MAX_FINDING_PAGES, sentenceOfPages } from "../../domain/audit/causes.ts";
import { SEVERITIES } from "../../domain/audit/finding.ts";
import { truncate } from "../../domain/text.ts";
import { acceptedUntil } from "../../models/acceptances/queries.ts";
import { countMeasuredPages } from "../../models/auditPages/queries.ts";
import { type FindingPage, type FindingPagesRecord, PAGES_A_DOCUMENT } from "../../models/findings/pagesSchema.ts";
import { eachFindingOfRun, findingWithId } from "../../models/findings/queries.ts";
import type { FindingRecord } from "../../models/findings/schema.ts";
import { deleteFindings, putFinding, putFindingPages } from "../../models/findings/writes.ts";
import type { AuditDeps } from "../deps.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { readRun } from "../readRun.ts";
import { pillarOfRun } from "./auditSite.ts";

export type MergeActivities = { mergeCauses(input: { runId: string }): Promise<void> };

/** Characters of a target and a message that are kept for each page. */
const SHORT = 160;
const FIELDS = {
  ...({ cause: 1, outcome: 1, severity: 1, pageIndex: 1, order: 1 } as const),
  ...({ page: 1, target: 1, message: 1, fingerprint: 1 } as const),
};
type Part = Pick<FindingRecord, "_id" | keyof typeof FIELDS>;

export function createMergeActivities(deps: AuditDeps): MergeActivities {
  return { mergeCauses: ({ runId }) => withHeartbeat((signal) => merge(deps, runId, signal)) };
}

/** Safe to repeat: the pages are written first, then the finding that stands for them, and its parts go last. */
async function merge(deps: AuditDeps, runId: string, signal: AbortSignal): Promise<void> {
  const { models } = deps;
  const run = await readRun(deps, runId);
  const { projectId } = run;
  const accepted = await acceptedUntil(models, { ...run, pillar: pillarOfRun(run) }, deps.now());
  const of = await countMeasuredPages(models, runId);
  const groups = new Map<string, Part[]>();
  await eachFindingOfRun(models, runId, { fields: FIELDS }, (found) => {
    const { cause, fingerprint, outcome } = found;
    // What was accepted on its own page is a decision about that page.
    if (!cause || cause === fingerprint || (outcome === "accepted" && !accepted.has(cause))) return;
    const part = { ...found, target: truncate(found.target, SHORT), message: truncate(found.message, SHORT) };
    const parts = groups.get(cause);
    if (parts) parts.push(part);
    else groups.set(cause, [part]);
  });
  for (const [cause, parts] of groups) {
    signal.throwIfAborted();
    const _id = `${runId}:${cause}`;
    const stands = await findingWithId(models, _id, { _id: 1 });
    if (!stands) {
      parts.sort((a, b) => rank(a) - rank(b) || a.pageIndex - b.pageIndex || a.order - b.order);
      const byPage = new Map<string, Part>();
      for (const part of parts) if (!byPage.has(part.page)) byPage.set(part.page, part);
      if (byPage.size < 2) continue;
      const rows = [...byPage.values()];
      const pages: FindingPages = {
        count: rows.length,
        of: Math.max(of, rows.length),
        first: rows.slice(0, FIRST_PAGES).map(({ page, target }) => ({ page, target })),
      };
      const kept = rows
        .slice(0, MAX_FINDING_PAGES)
        .map(({ page, pageIndex, target, message }): FindingPage => ({ page, pageIndex, target, message }));
      for (let from = 0; from < kept.length; from += PAGES_A_DOCUMENT) {
        const part = kept.slice(from, from + PAGES_A_DOCUMENT);
        const indexes = [...new Set(part.map(({ pageIndex }) => pageIndex))];
        const record: FindingPagesRecord = {
          _id: `${_id}:${from}`,
          findingId: _id,
          runId,
          projectId,
          from,
          pages: part,
          indexes,
        };
        await putFindingPages(models, record);
      }
      const first = rows[0] && (await findingWithId(models, rows[0]._id));
      if (!first) continue;
      const merged: FindingRecord = {
        ...first,
        _id,
        fingerprint: cause,
        cause,
        message: sentenceOfPages(first.message, pages, { page: first.page, times: parts.length }, run.baseUrl),
        pages,
      };
      await putFinding(models, merged);
    }
    await deleteFindings(
      models,
      runId,
      parts.map((part) => part._id),
    );
  }
}

const rank = ({ severity }: Pick<Part, "severity">) => SEVERITIES.indexOf(severity);
