// The latest audit of one page in one pillar, and the failures on it that count: what people accepted or snoozed does not.
import { countBySeverity } from "../../../domain/audit/acceptance.ts";
import type { Severity } from "../../../domain/audit/finding.ts";
import type { AuditPillar } from "../../../domain/audit/pillars.ts";
import { causeOf, kindOf } from "../../../domain/audit/problems.ts";
import { type PagePillarHealth, type PageResultAt, pagePillarHealth } from "../../../domain/health/pageHealth.ts";
import { auditPageAt } from "../../../models/auditPages/queries.ts";
import { findingsSeenOnPage, sharedFindingsOf } from "../../../models/findings/queries.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import { setAsideIn } from "../../../models/problems/ofRun.ts";
import type { OperationContext } from "../../lib/context.ts";
import { type RunRow, timeOf } from "../health/healthRuns.ts";
import type { PageJudging } from "./resultsOnPage.ts";

export type PageFinding = Pick<FindingRecord, "pillar" | "rule" | "severity" | "target" | "message" | "help"> & {
  new: boolean | null;
};
export type AuditedPillar = PagePillarHealth & {
  metrics: Record<string, number | null>;
  findings: Record<Severity, number>;
};

const PAGE_FIELDS = { index: 1, status: 1, reason: 1, score: 1, metrics: 1 } as const;
const FINDING_FIELDS = {
  rule: 1,
  severity: 1,
  target: 1,
  message: 1,
  help: 1,
  isNew: 1,
  fingerprint: 1,
  cause: 1,
  outcome: 1,
  was: 1,
  acceptedUntil: 1,
} as const;
type Finding = Pick<FindingRecord, "_id" | keyof typeof FINDING_FIELDS>;

/** `open`: failures that nobody set aside. */
export async function auditResults(
  ctx: OperationContext,
  pillar: AuditPillar,
  runs: readonly RunRow[],
  key: string,
  judging: PageJudging,
): Promise<{ health: AuditedPillar; open: PageFinding[] }> {
  const found = await Promise.all(
    runs.map(async (run) => ({ run, page: await auditPageAt(ctx.models, { runId: run._id, key }, PAGE_FIELDS) })),
  );
  const pages = found.flatMap(({ run, page }) => (page && page.status !== "pending" ? [{ run, page }] : []));
  const results = pages.map(
    ({ run, page }): PageResultAt => ({
      runId: run._id,
      at: timeOf(run),
      status: page.status as PageResultAt["status"],
      reason: page.reason,
      score: page.score,
    }),
  );
  const health = pagePillarHealth(pillar, results);
  const latest = pages.find(({ run }) => run._id === health.runId);
  if (!latest) return { health: { ...health, metrics: {}, findings: countBySeverity([]) }, open: [] };
  const failures = await failuresOn(ctx, latest.run._id, latest.page.index);
  const isAside = await setAsideIn(ctx.models, { ...latest.run, pillar }, judging.now, judging);
  const open = failures.filter((one) => !isAside([{ cause: causeOf(one), accepted: acceptedOf(one) }]));
  // Somebody may have decided since the page was judged, or an acceptance may have ended.
  const status = open.length > 0 ? "failed" : "passed";
  const isJudgedAgain = failures.length > 0 && health.status !== "not_measured";
  return {
    health: {
      ...health,
      status: isJudgedAgain ? status : health.status,
      metrics: latest.page.metrics,
      findings: countBySeverity(open),
    },
    open: open.map(({ rule, severity, target, message, help, isNew }) => ({
      pillar,
      rule,
      severity,
      target,
      message,
      help,
      new: isNew,
    })),
  };
}

/** Returns all that fails on the page, including what is accepted: any of it may be open. Audits keep at most 1,000 findings per page. */
async function failuresOn({ models }: OperationContext, runId: string, pageIndex: number): Promise<Finding[]> {
  const shared = await sharedFindingsOf(models, runId, pageIndex);
  const reading = { outcomes: ["failed", "accepted"], fields: FINDING_FIELDS } as const;
  const found = await findingsSeenOnPage(models, { runId, pageIndex, shared: shared.keys() }, reading);
  return found.filter((one) => kindOf(one) === "failed");
}

const acceptedOf = ({ outcome, acceptedUntil = null }: Finding) =>
  outcome === "accepted" ? { by: "", reason: null, until: acceptedUntil } : null;
