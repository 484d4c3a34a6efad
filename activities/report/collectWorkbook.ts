// Reads the data for the workbook of a tracking audit.
import type { TrackingDetails } from "../../domain/pillars/tracking/audit.ts";
import { scoreOf } from "../../domain/runs/score.ts";
import { wholeAuditPages } from "../../models/auditPages/queries.ts";
import { wholeFindings } from "../../models/findings/queries.ts";
import type { Models } from "../../models/index.ts";
import { findProject } from "../../models/projects/queries.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { TrackingReportInput } from "../pillars/tracking/workbook.ts";

const MAX_PAGES = 2_000;
const MAX_FINDINGS = 20_000;
/** Maximum number of documents decoded per read; pages include their details. */
const READ_AT_ONCE = 500;

export async function collectWorkbook({ models }: { models: Models }, run: Run): Promise<TrackingReportInput> {
  const [project, pages, findings] = await Promise.all([
    findProject(models, run.projectId, { name: 1 }),
    wholeAuditPages(models, run._id, { limit: MAX_PAGES, readAtOnce: READ_AT_ONCE / 10 }),
    wholeFindings(models, run._id, { limit: MAX_FINDINGS, readAtOnce: READ_AT_ONCE }),
  ]);
  const byPage = Map.groupBy(findings, ({ pageIndex }) => pageIndex);
  const summary = run.summary && "reasons" in run.summary ? run.summary : null;
  return {
    project: project?.name ?? run.projectSlug,
    environment: run.environmentName,
    runId: run._id,
    createdAt: run.createdAt.toISOString(),
    score: scoreOf(run),
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

/** A page without a result has none. */
const isTrackingDetails = (details: object): details is TrackingDetails => "events" in details;
