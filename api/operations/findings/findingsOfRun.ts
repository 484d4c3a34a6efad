// Findings of an audit run, page by page in the order of the report, with the result of each page.
import { pagesNamed } from "../../../domain/audit/causes.ts";
import type { Outcome, Severity } from "../../../domain/audit/finding.ts";
import type { RunFinding } from "../../../domain/audit/summary.ts";
import { textsOf } from "../../../domain/fields.ts";
import { faultOf } from "../../../domain/pillars/titles.ts";
import { auditPartsAfter } from "../../../models/auditPages/queries.ts";
import type { AuditPageRecord } from "../../../models/auditPages/schema.ts";
import { pageOfFindings } from "../../../models/findings/queries.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import type { OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, type Paging } from "../../lib/paging.ts";

export type ListFindingsInput = Paging & { outcome?: Outcome[]; severity?: Severity[] };

export type FindingView = Omit<RunFinding, "runId" | "projectId" | "isNew" | "isNewOnBranch"> & {
  /** What is wrong if the rule fails; null if the rule has no text for it. */
  fault: string | null;
  /** null if there is no earlier run to compare with. */
  new: boolean | null;
  newOnBranch: boolean | null;
  /** Signed link that expires; null if there is no screenshot. */
  screenshot: string | null;
  /** Set if the finding is shared by several pages; `page` and `target` are then those of the first page. */
  pages: { count: number; of: number; first: string[] } | null;
};

export type PageView = {
  /** null for the part that concerns the whole site. */
  url: string | null;
  scenarioLabels: string[];
  status: AuditPageRecord["status"];
  /** Why the page was not measured. */
  reason: string | null;
  score: number | null;
  metrics: Record<string, number | null>;
  /** Signed links to reports and screenshots. */
  artifacts: Record<string, string>;
  timings: Record<string, number>;
};

export type FindingPage = {
  runId: string;
  findings: FindingView[];
  /** Returned with the first page of findings; for very large audits the rest follows with later pages. */
  pages?: PageView[];
  /** Parts that the audit skipped and why: locked by the plan or unavailable. Only with the first page of findings. */
  warnings?: string[];
  nextCursor: string | null;
};

/** Maximum number of pages in one response. */
const MAX_PAGES = 500;
/** Sorts before every page and part of a run. */
const BEFORE_ALL = -1_000;

/** `pages`: index of the last page listed so far; null once all were listed. */
type Place = { pageIndex: number; order: number; pages: number | null };
const placeOf = (text: string): Place | undefined => {
  const match = /^(-?\d{1,6}):(\d{1,6})(?::(-?\d{1,6}))?$/.exec(text);
  if (!match) return undefined;
  const [, pageIndex, order, pages] = match;
  return { pageIndex: Number(pageIndex), order: Number(order), pages: pages === undefined ? null : Number(pages) };
};
const START: Place = { pageIndex: BEFORE_ALL, order: 0, pages: BEFORE_ALL };

/** Lists findings; without a filter, everything that did not pass. */
export async function listFindings(ctx: OperationContext, run: Run, input: ListFindingsInput): Promise<FindingPage> {
  const limit = input.limit ?? DEFAULT_LIMIT;
  const cursor = decodeCursor(input.cursor, placeOf);
  const after = cursor ?? START;
  const wanted = { outcomes: input.outcome, severities: input.severity, after: cursor, limit };
  const { entries, more } = await pageOfFindings(ctx.models, run._id, wanted);
  const { pageIndex, order } = entries.at(-1) ?? after;
  const listed = after.pages === null ? null : await pageViews(ctx, run._id, after.pages);
  const left = listed?.last == null ? "" : `:${listed.last}`;
  return {
    runId: run._id,
    findings: entries.map((f) => findingView(ctx, f)),
    ...(listed && { pages: listed.pages }),
    ...(cursor === null && { warnings: textsOf(run.extra?.warnings) }),
    nextCursor: more || left !== "" ? encodeCursor(`${pageIndex}:${order}${left}`) : null,
  };
}

function findingView(ctx: OperationContext, f: FindingRecord): FindingView {
  const { screenshotId, ...evidence } = f.evidence;
  return {
    fingerprint: f.fingerprint,
    pillar: f.pillar,
    rule: f.rule,
    fault: faultOf(f.pillar, f.rule) ?? null,
    severity: f.severity,
    outcome: f.outcome,
    page: f.page,
    target: f.target,
    message: f.message,
    help: f.help,
    evidence,
    new: f.isNew,
    newOnBranch: f.isNewOnBranch,
    pages: f.pages ? { count: f.pages.count, of: f.pages.of, first: pagesNamed(f) } : null,
    screenshot: typeof screenshotId === "string" ? artifactLink(ctx, screenshotId) : null,
  };
}

/** `last`: index of the last page returned; null if no more pages follow. */
async function pageViews(
  ctx: OperationContext,
  runId: string,
  after: number,
): Promise<{ pages: PageView[]; last: number | null }> {
  const found = await auditPartsAfter(ctx.models, runId, { after, limit: MAX_PAGES + 1 });
  const last = found.length > MAX_PAGES ? (found[MAX_PAGES - 1]?.index ?? null) : null;
  const pages = found.slice(0, MAX_PAGES).map((p) => ({
    url: p.index < 0 ? null : p.url,
    scenarioLabels: p.scenarioLabels,
    status: p.status,
    reason: p.reason,
    score: p.score,
    metrics: p.metrics,
    artifacts: Object.fromEntries(Object.entries(p.artifacts).map(([name, id]) => [name, artifactLink(ctx, id)])),
    timings: p.timings,
  }));
  return { pages, last };
}
