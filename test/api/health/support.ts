// Runs, pages and findings in the form in which audits store them.
import type { AuditSummary } from "../../../domain/audit/summary.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import type { Models } from "../../../models/index.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { addRun } from "../support/shots.ts";

export const auditSummary = (score: number | null): AuditSummary => ({
  pages: 1,
  passed: 1,
  failed: 0,
  warnings: 0,
  review: 0,
  notMeasured: 0,
  bySeverity: { critical: 0, serious: 0, moderate: 0, minor: 0, info: 0 },
  score,
  new: 0,
  fixed: 0,
  verdict: "pass",
  reasons: ["No new failure."],
});

/** Adds a completed run of the Shop project on Production, on `day` of March 2026, that measured the pages of these scenarios. */
export async function addAudit(
  models: Models,
  id: string,
  day: number,
  score: number | null,
  scenarioIds: string[],
  patch: Partial<Run> = {},
): Promise<string> {
  const at = new Date(Date.UTC(2026, 2, day));
  const summary = auditSummary(score);
  await addRun(models, id, { type: "seo-test", branch: "main", createdAt: at, finishedAt: at, summary, ...patch });
  for (const [index, scenarioId] of scenarioIds.entries())
    await models.auditPages.create({
      _id: `${id}-p${index}`,
      runId: id,
      projectId: "prj_shop",
      pillar: "seo",
      index,
      url: "https://shop.example/",
      key: "/",
      scenarioIds: [scenarioId],
      status: score === null ? "not_measured" : "passed",
      score,
    });
  return id;
}

const COUNTED: Partial<Record<FindingRecord["outcome"], (finding: FindingRecord) => string>> = {
  failed: ({ severity }) => `bySeverity.${severity}`,
  accepted: () => "accepted",
};

/** Adds a finding that is counted in its run's summary. */
export async function addFinding(
  models: Models,
  runId: string,
  fingerprint: string,
  more: Partial<FindingRecord>,
): Promise<void> {
  const record: FindingRecord = {
    _id: `${runId}:${fingerprint}`,
    runId,
    projectId: "prj_shop",
    pageIndex: 0,
    order: 0,
    fingerprint,
    pillar: "seo",
    rule: "title-missing",
    severity: "critical",
    outcome: "failed",
    page: "https://shop.example/",
    target: "",
    message: "The page has no title.",
    evidence: {},
    help: "Add a title.",
    isNew: null,
    isNewOnBranch: null,
    ...more,
  };
  await models.findings.bulkWrite([{ insertOne: { document: record } }]);
  const counted = COUNTED[record.outcome]?.(record);
  if (counted === undefined) return;
  await models.runs.updateOne({ _id: runId, summary: { $ne: null } }, { $inc: { [`summary.${counted}`]: 1 } });
}
