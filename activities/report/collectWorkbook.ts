// Reads what the workbook of a tracking audit is made of.
import type { TrackingDetails } from "../../domain/pillars/tracking/audit.ts";
import type { AuditPageRecord } from "../../models/auditPage.ts";
import type { FindingRecord } from "../../models/finding.ts";
import type { Models } from "../../models/index.ts";
import type { Run } from "../../models/run.ts";
import type { TrackingReportInput } from "../pillars/tracking/workbook.ts";

const MAX_PAGES = 2_000;
const MAX_FINDINGS = 20_000;
/** Documents that are decoded in one go; pages bring their details along. */
const READ_AT_ONCE = 500;

export async function collectWorkbook({ models }: { models: Models }, run: Run): Promise<TrackingReportInput> {
  const [project, pages, findings] = await Promise.all([
    models.projects.findOne({ _id: run.projectId }, { name: 1 }).lean<{ name: string }>(),
    models.auditPages
      .find({ runId: run._id, index: { $gte: 0 } })
      .sort({ index: 1 })
      .limit(MAX_PAGES)
      .batchSize(READ_AT_ONCE / 10)
      .lean<AuditPageRecord[]>(),
    models.findings
      .find({ runId: run._id })
      .sort({ pageIndex: 1, order: 1 })
      .limit(MAX_FINDINGS)
      .batchSize(READ_AT_ONCE)
      .lean<FindingRecord[]>(),
  ]);
  const byPage = Map.groupBy(findings, ({ pageIndex }) => pageIndex);
  const summary = run.summary && "reasons" in run.summary ? run.summary : null;
  return {
    project: project?.name ?? run.projectSlug,
    environment: run.environmentName,
    runId: run._id,
    createdAt: run.createdAt.toISOString(),
    score: summary && "score" in summary ? summary.score : null,
    verdict: run.verdict ?? run.status,
    reasons: run.error ? [run.error] : (summary?.reasons ?? []),
    pages: pages.map(({ index, url, status, score, reason, details }) => ({
      url,
      status: status === "pending" ? "not_measured" : status,
      score,
      reason,
      findings: byPage.get(index) ?? [],
      details: isTrackingDetails(details) ? details : null,
    })),
  };
}

/** A page that was not judged has none. */
const isTrackingDetails = (details: object): details is TrackingDetails => "events" in details;
