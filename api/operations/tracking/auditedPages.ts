// Pages of a tracking run with the verdicts on their plan rows.

import type { TrackingDetails } from "../../../domain/pillars/tracking/audit.ts";
import type { AuditedPage } from "../../../domain/pillars/tracking/overview.ts";
import { type TrackedPage, trackedPages } from "../../../models/auditPages/queries.ts";
import type { OperationContext } from "../../lib/context.ts";

export type AuditedRunPage = AuditedPage & { index: number };

/** Details of one page may be up to 80 kB, so only a few are read at a time. */
const AT_ONCE = 20;

/** Returns the pages in the order of the run, or those with these indexes in ascending order; `keep` selects what is kept of each. */
export async function auditedPages<T>(
  { models }: Pick<OperationContext, "models">,
  runId: string,
  keep: (page: AuditedRunPage) => T,
  indexes?: readonly number[],
): Promise<T[]> {
  const kept: T[] = [];
  for (let at = 0; indexes && at < indexes.length; at += AT_ONCE) {
    const found = await trackedPages(models, runId, { at: indexes.slice(at, at + AT_ONCE) });
    kept.push(...found.map((record) => keep(auditedPage(record))));
  }
  if (indexes) return kept;
  for (let from = 0; ; ) {
    const found = await trackedPages(models, runId, { from, limit: AT_ONCE });
    kept.push(...found.map((record) => keep(auditedPage(record))));
    const last = found.at(-1);
    if (last === undefined || found.length < AT_ONCE) return kept;
    from = last.index + 1;
  }
}

function auditedPage({ index, url, status, reason, score, details }: TrackedPage): AuditedRunPage {
  const { planPageId = null, events = [] } = details as Partial<TrackingDetails>;
  return { index, url, status, reason, score, planPageId, events };
}
