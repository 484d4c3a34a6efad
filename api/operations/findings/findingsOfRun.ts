// The findings of an audit run, page by page in the order of the report, with how each page did.
import { pagesNamed } from "../../../domain/audit/causes.ts";
import type { Outcome, Severity } from "../../../domain/audit/finding.ts";
import type { RunFinding } from "../../../domain/audit/summary.ts";
import { faultOf } from "../../../domain/pillars/titles.ts";
import { textsOf } from "../../../domain/report/stored.ts";
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
  /** What is wrong where the rule fails; null: the rule has no words for it. */
  fault: string | null;
  /** null: there is no earlier run to compare with. */
  new: boolean | null;
  newOnBranch: boolean | null;
  /** Signed link that expires; null where there is no picture. */
  screenshot: string | null;
  /** Of a finding that stands for several pages, `page` and `target` are those of the first; null: of one page. */
  pages: { count: number; of: number; first: string[] } | null;
};

export type PageView = {
  /** null: what concerns the whole site. */
  url: string | null;
  scenarioLabels: string[];
  status: AuditPageRecord["status"];
  /** Why it was not measured. */
  reason: string | null;
  score: number | null;
  metrics: Record<string, number | null>;
  /** Signed links to reports and pictures. */
  artifacts: Record<string, string>;
  timings: Record<string, number>;
};

export type FindingPage = {
  runId: string;
  findings: FindingView[];
  /** With the first page of findings; of an audit of very many pages the others come with the following ones. */
  pages?: PageView[];
  /** What the audit went without, and why: parts that the plan has locked, and parts that could not be had. With the first page only. */
  warnings?: string[];
  nextCursor: string | null;
};

/** Pages of one answer. */
const MAX_PAGES = 500;
/** Before the first page and part of a run. */
const BEFORE_ALL = -1_000;

/** `pages`: index of the last page that was listed; null: all were. */
type Place = { pageIndex: number; order: number; pages: number | null };
const placeOf = (text: string): Place | undefined => {
  const match = /^(-?\d{1,6}):(\d{1,6})(?::(-?\d{1,6}))?$/.exec(text);
  if (!match) return undefined;
  const [, pageIndex, order, pages] = match;
  return { pageIndex: Number(pageIndex), order: Number(order), pages: pages === undefined ? null : Number(pages) };
};
const START: Place = { pageIndex: BEFORE_ALL, order: 0, pages: BEFORE_ALL };

/** Without a filter: everything that did not pass. */
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

/** `last`: index of the last one, null where no others follow. */
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
