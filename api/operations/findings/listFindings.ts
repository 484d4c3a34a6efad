// Findings of a pillar in the order in which people work through them: by rule, then by page, with status and first occurrence.
import { countBySeverity } from "../../../domain/audit/acceptance.ts";
import { findingRank, OPEN_OUTCOMES, type Outcome, SEVERITIES, type Severity } from "../../../domain/audit/finding.ts";
import { FINDING_STATUSES, type FindingStatus, statusOfFinding } from "../../../domain/audit/findingStatus.ts";
import type { AuditPillar } from "../../../domain/audit/pillars.ts";
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { textOf } from "../../../domain/fields.ts";
import { elsewhereSentence } from "../../../domain/history/approvalSentences.ts";
import { wordsOf } from "../../../domain/pillars/titles.ts";
import { auditPillarOf } from "../../../domain/runTypes.ts";
import { acceptancesOf, type StandingAcceptance, standingIn } from "../../../models/acceptances/queries.ts";
import type { Acceptance } from "../../../models/acceptances/schema.ts";
import { fieldsOfAuditParts } from "../../../models/auditPages/queries.ts";
import { projectHistory } from "../../../models/commits/decisions.ts";
import { fixedIn } from "../../../models/findings/fixed.ts";
import { findingsFor, MAX_LISTED, sharedFindingsOn, worstOfRun } from "../../../models/findings/queries.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import { findRunOf, latestRunOfType } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import { inTurns, nextTurn } from "../../../platform/inTurns.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeOffset, encodeCursor, type Paging } from "../../lib/paging.ts";
import type { Place } from "../projects/place.ts";
import { runTypeOf } from "../reports/pillarReport.ts";
import { commitOf } from "../runs/runRow.ts";

export type FindingFilter = {
  pillar?: AuditPillar;
  /** Run to list, which may be of another branch; defaults to the newest completed one. */
  runId?: string;
  status?: FindingStatus[];
  severity?: Severity[];
  rule?: string;
  /** Substring of the page's address. */
  page?: string;
  /** Lists only this finding, regardless of its status. */
  fingerprint?: string;
};

const OPEN: readonly FindingStatus[] = ["new", "standing", "accepted"];
const WRONG: readonly Outcome[] = [...OPEN_OUTCOMES, "accepted"];
/** Maximum number of rules that are counted. */
const MAX_RULES = 300;
const KEYS = {
  outcome: 1,
  severity: 1,
  rule: 1,
  page: 1,
  pageIndex: 1,
  order: 1,
  fingerprint: 1,
  cause: 1,
  pages: 1,
} as const;
const STATUS = { isNew: 1, isNewOnBranch: 1, acceptedUntil: 1 } as const;
export type FindingKey = Pick<FindingRecord, "_id" | "runId" | keyof typeof KEYS> & { status: FindingStatus };

export type FoundRun = { pillar: AuditPillar; run: Run | null };

/** Returns the run whose findings are current; null if no run of the pillar has completed there. Throws `not_found` for a run of another project. */
export async function runOfFindings(
  { models }: OperationContext,
  { project, environment, branch }: Place,
  { pillar, runId }: FindingFilter,
): Promise<FoundRun> {
  if (runId !== undefined) {
    const run = await findRunOf(models, project._id, runId);
    const own = run && auditPillarOf(run.type);
    if (!run || !own || (pillar !== undefined && own !== pillar))
      throw new ProductError("not_found", `The project has no audit "${runId}"${pillar ? ` of ${pillar}` : ""}.`);
    return { pillar: own, run: run as Run };
  }
  if (pillar === undefined) throw fieldError("pillar", "pillar is required, or runId.");
  const place = { project, environmentId: environment?._id ?? null, branch: branch ?? project.mainBranch };
  return { pillar, run: await latestRunOfType(models, place, runTypeOf(pillar), { status: "completed" }) };
}

/**
 * Returns the findings of a run that match the filter, most severe rule first, including those of the previous run that are fixed. `cut`:
 * whether the run has more than `most` findings, of which only the worst were looked at.
 */
export async function keysOf(
  ctx: OperationContext,
  run: Run,
  { status, severity, rule, page, fingerprint }: Omit<FindingFilter, "runId" | "pillar">,
  most = MAX_LISTED,
): Promise<{ all: FindingKey[]; fitting: FindingKey[]; cut: boolean }> {
  const now = ctx.now();
  const asked = { outcomes: WRONG, fields: { ...KEYS, ...STATUS }, limit: most };
  const { found: own, cut } = await worstOfRun(ctx.models, run._id, asked);
  const all: FindingKey[] = [];
  await inTurns(own, (key) => void all.push({ ...key, runId: run._id, status: statusOfFinding(key, now) }));
  const fixed = await fixedIn(ctx.models, run);
  await inTurns(fixed, (key) => void all.push({ ...key, status: "fixed" }));
  const statuses = status ?? (fingerprint === undefined ? OPEN : FINDING_STATUSES);
  const part = page?.toLowerCase();
  const shared = part === undefined ? new Set<string>() : await sharedOn(ctx, all, part);
  const fits = (key: FindingKey): boolean =>
    statuses.includes(key.status) &&
    (severity === undefined || severity.includes(key.severity)) &&
    (rule === undefined || key.rule === rule) &&
    (part === undefined || key.page.toLowerCase().includes(part) || shared.has(key._id)) &&
    (fingerprint === undefined || key.fingerprint === fingerprint);
  const fitting: FindingKey[] = [];
  await inTurns(all, (key) => {
    if (fits(key)) fitting.push(key);
  });
  return { all, fitting: await byRule(fitting), cut };
}

/** Returns the shared findings that have this substring in the address of at least one of their pages. */
async function sharedOn({ models }: OperationContext, keys: readonly FindingKey[], part: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (const runId of new Set(keys.flatMap((key) => (key.pages ? [key.runId] : [])))) {
    const pages = await fieldsOfAuditParts(models, runId, { index: 1, url: 1 });
    const indexes = pages.filter(({ url }) => url.toLowerCase().includes(part)).map(({ index }) => index);
    for (const id of await sharedFindingsOn(models, runId, indexes)) found.add(id);
  }
  return found;
}

const WEIGHT = (key: FindingKey): number => findingRank(key) * 2 + (key.status === "new" ? 0 : 1);

/** Sorts rules by their most severe finding, then by number of findings; within a rule, pages in the order of the run. */
async function byRule(keys: readonly FindingKey[]): Promise<FindingKey[]> {
  const groups: { group: FindingKey[]; worst: number }[] = [];
  await inTurns(Map.groupBy(keys, ({ rule }) => rule).values(), (group) => {
    group.sort(
      (a, b) => a.pageIndex - b.pageIndex || compare(a.page, b.page) || WEIGHT(a) - WEIGHT(b) || a.order - b.order,
    );
    groups.push({ group, worst: group.reduce((worst, key) => Math.min(worst, WEIGHT(key)), Number.POSITIVE_INFINITY) });
  });
  groups.sort(
    (a, b) => a.worst - b.worst || b.group.length - a.group.length || compare(a.group[0]!.rule, b.group[0]!.rule),
  );
  return groups.flatMap(({ group }) => group);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const acceptanceView = ({ id, reason, until, by, at }: Acceptance, now: Date) => ({
  id,
  reason,
  until: until.toISOString(),
  by,
  at: at.toISOString(),
  expired: until.getTime() <= now.getTime(),
});

/** Acceptance of a finding in the run being viewed (null if none), and a sentence on an acceptance that applies elsewhere. */
type Accepted = { acceptance: Acceptance | null; elsewhere: string | null };

/** Returns a lookup of acceptances by fingerprint. All calls share one read of the project's history. */
export function acceptedIn(ctx: OperationContext, { project }: Place, run: Run) {
  const history = projectHistory(ctx.models, project._id);
  return async (fingerprints: readonly string[]): Promise<(fingerprint: string) => Accepted> => {
    const known = await acceptancesOf(ctx.models, project._id, fingerprints);
    const standing = await standingIn(history, run, known, ctx.now());
    const told = ({ here, elsewhere }: StandingAcceptance): Accepted => ({
      acceptance: here,
      elsewhere:
        elsewhere &&
        elsewhereSentence(
          { by: elsewhere.by, branch: elsewhere.branch ?? project.mainBranch, prNumber: elsewhere.prNumber ?? null },
          run.branch ?? project.mainBranch,
        ),
    });
    return (fingerprint) => told(standing.get(fingerprint) ?? { here: null, elsewhere: null });
  };
}

/** `record.runId`: the run that has the finding; for a fixed finding the previous run. */
export function findingView(
  ctx: OperationContext,
  record: FindingRecord,
  status: FindingStatus,
  { acceptance, elsewhere }: Accepted,
) {
  // Evidence is missing if only some fields were read and the finding does not have the requested part of it.
  const { screenshotId, ...evidence } = record.evidence ?? {};
  const { fingerprint, pillar, rule, severity, outcome, was, page, target, message, help, firstSeen, timesSeen } =
    record;
  return {
    fingerprint,
    pillar,
    rule,
    severity,
    outcome: was ?? outcome,
    status,
    page,
    target,
    message,
    help,
    evidence,
    selector: textOf(evidence.selector) ?? target,
    screenshot: typeof screenshotId === "string" ? artifactLink(ctx, screenshotId) : null,
    firstSeen: firstSeen ? { runId: firstSeen.runId, at: new Date(firstSeen.at).toISOString() } : null,
    timesSeen: timesSeen ?? null,
    pages: record.pages ? { runId: record.runId, count: record.pages.count, of: record.pages.of } : null,
    acceptance: acceptance ? acceptanceView(acceptance, ctx.now()) : null,
    acceptedElsewhere: elsewhere,
  };
}
export type FindingShown = ReturnType<typeof findingView>;

export async function listFindingGroups(
  ctx: OperationContext,
  caller: Caller,
  place: Place,
  { limit = DEFAULT_LIMIT, cursor, ...filter }: FindingFilter & Paging,
) {
  requireReadRight(caller);
  const { pillar, run } = await runOfFindings(ctx, place, filter);
  const head = { project: place.project.slug, pillar };
  if (run === null)
    return {
      ...head,
      run: null,
      counts: countsOf([]),
      ruleCounts: [],
      rules: [],
      total: 0,
      cut: false,
      nextCursor: null,
    };
  const { all, fitting, cut } = await keysOf(ctx, run, filter);
  const from = decodeOffset(cursor) ?? 0;
  const slice = fitting.slice(from, from + limit);
  const records = await findingsFor(ctx.models, slice);
  const acceptedOf = await acceptedIn(ctx, place, run)(records.map(({ fingerprint }) => fingerprint));
  const statusOf = new Map(slice.map(({ _id, status }) => [_id, status]));
  const shown = records.map((one) =>
    findingView(ctx, one, statusOf.get(one._id) ?? "standing", acceptedOf(one.fingerprint)),
  );
  const totals = Map.groupBy(fitting, ({ rule }) => rule);
  await nextTurn();
  const counts = countsOf(all);
  await nextTurn();
  return {
    ...head,
    run: runView(run),
    counts,
    ruleCounts: [...Map.groupBy(all, ({ rule }) => rule)].slice(0, MAX_RULES).map(([rule, keys]) => ({
      ...nameOf(pillar, rule),
      severity: worstSeverity(keys),
      ...byStatus(keys),
    })),
    rules: [...Map.groupBy(shown, ({ rule }) => rule)].map(([rule, findings]) => ({
      ...nameOf(pillar, rule),
      help: findings[0]?.help ?? "",
      severity: worstSeverity(findings),
      total: totals.get(rule)?.length ?? findings.length,
      pages: [...Map.groupBy(findings, ({ page }) => page)].map(([page, of]) => ({ page, findings: of })),
    })),
    total: fitting.length,
    cut,
    nextCursor: from + limit < fitting.length ? encodeCursor(from + limit) : null,
  };
}

function nameOf(pillar: AuditPillar, rule: string) {
  const { title = null, fault = null } = wordsOf(pillar, rule);
  return { rule, title, fault };
}

function worstSeverity(findings: readonly { severity: Severity }[]): Severity {
  const found = new Set(findings.map(({ severity }) => severity));
  return SEVERITIES.find((severity) => found.has(severity)) ?? "info";
}

const byStatus = (keys: readonly { status: FindingStatus }[]) =>
  Object.fromEntries(
    FINDING_STATUSES.map((status) => [status, keys.filter((key) => key.status === status).length]),
  ) as Record<FindingStatus, number>;

/** `bySeverity` counts only findings that currently fail. */
function countsOf(keys: readonly FindingKey[]) {
  const failing = keys.filter(
    ({ outcome, status }) => status !== "fixed" && status !== "accepted" && outcome === "failed",
  );
  return { ...byStatus(keys), bySeverity: countBySeverity(failing) };
}

function runView(run: Run) {
  const { _id, finishedAt, createdAt, verdict, summary, environmentName, extra } = run;
  return {
    runId: _id,
    at: (finishedAt ?? createdAt).toISOString(),
    verdict,
    environmentName,
    ...commitOf(run),
    reasons: summary !== null && "reasons" in summary ? summary.reasons : [],
    comparedWith: typeof extra?.comparedWith === "string" ? extra.comparedWith : null,
  };
}
