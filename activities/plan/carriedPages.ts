// For an audit that reruns earlier failures: data of pages that passed before is taken over, and judged with the rest.

import { auditPageIdOf } from "../../domain/ids.ts";
import { atPreview } from "../../domain/net/preview.ts";
import { droppedSentence } from "../../domain/runs/rerun.ts";
import { type AuditPageRow, auditPartRows } from "../../models/auditPages/queries.ts";
import { type AuditPageRecord, SITE_INDEX } from "../../models/auditPages/schema.ts";
import { findRunOf } from "../../models/runs/queries.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { AuditDeps } from "../deps.ts";
import { invalid } from "../failures.ts";
import type { PlannedPage } from "./plannedPages.ts";

/** The audit whose failed pages are visited again. `all`: all its pages are. `baseUrl`: its address. */
export type PagesBefore = {
  runId: string;
  all: boolean;
  baseUrl: string;
  moved: boolean;
  pages: AuditPageRow[];
  siteFailed: boolean;
};

/** null: the run is not a rerun of failures, or the earlier run is gone. */
export async function pagesBefore({ models }: AuditDeps, run: Run): Promise<PagesBefore | null> {
  const source = run.rerun?.runs[run.type];
  if (!source) return null;
  const [earlier, parts] = await Promise.all([
    findRunOf(models, run.projectId, source.runId, { baseUrl: 1 }),
    auditPartRows(models, source.runId),
  ]);
  const pages = parts.filter(({ index }) => index >= 0);
  if (!earlier || pages.length === 0) return null;
  const siteFailed = parts.some(({ index, status }) => index === SITE_INDEX && status === "failed");
  // A page's data contains its own address: at another one it would be judged as a page of a foreign site.
  const { baseUrl } = earlier;
  const moved = baseUrl !== run.baseUrl;
  return { runId: source.runId, all: source.all === true, baseUrl, moved, pages, siteFailed };
}

/** Returns the pages of a crawl as the earlier run visited them, moved to this run's address: a new crawl would choose others. */
export const samePages = ({ pages, baseUrl }: PagesBefore, { baseUrl: now }: Pick<Run, "baseUrl">): PlannedPage[] =>
  pages.map(({ url, scenarioIds, scenarioLabels }) => ({
    url: atPreview(url, { standsFor: baseUrl, baseUrl: now }),
    scenarios: scenarioIds.map((_id, at) => ({ _id, label: scenarioLabels[at] ?? "" })),
  }));

/** Returns the records of a plan including those taken over, with sentences for people. */
export async function joinPages(
  { artifacts }: AuditDeps,
  before: PagesBefore,
  planned: readonly AuditPageRecord[],
): Promise<{ records: AuditPageRecord[]; warnings: string[] }> {
  const known = new Map(before.pages.map((page) => [page.key, page]));
  const there = planned.filter(({ key }) => known.has(key));
  const keys = new Set(there.map(({ key }) => key));
  const dropped = droppedSentence(
    before.pages.map(({ key }) => key).filter((key) => !keys.has(key)),
    before.runId,
  );
  if (there.length === 0) throw invalid(dropped ?? `${before.runId} has no pages that could be visited again.`);
  const isPassed = ({ status }: AuditPageRow): boolean => status === "passed";
  // An average, a budget or a lower score cannot be attributed to a page.
  const ofAll = before.all || (!before.siteFailed && before.pages.every(isPassed));
  const records: AuditPageRecord[] = [];
  for (const page of there) {
    const record = { ...page, _id: auditPageIdOf(page.runId, records.length), index: records.length };
    const earlier = known.get(page.key);
    const gatheredId = earlier && isPassed(earlier) && !ofAll && !before.moved ? earlier.gatheredId : null;
    if (earlier && gatheredId !== null && (await artifacts.has(gatheredId))) {
      const { code, reason, attempts } = earlier;
      records.push({ ...record, gatheredId, code, reason, attempts, carriedFrom: earlier.carriedFrom ?? before.runId });
    } else records.push(record);
  }
  const moved = `All pages are visited again, because ${before.runId} visited another address.`;
  return { records, warnings: [...(dropped === null ? [] : [dropped]), ...(before.moved ? [moved] : [])] };
}
