// The report of an ended audit in one format: collected, written, printed, and kept for whoever asks next.

import { REPORT_TYPE, type ReportFormat } from "../../domain/report/formats.ts";
import { printTemplates } from "../../domain/report/printTemplates.ts";
import { renderReport } from "../../domain/report/renderReport.ts";
import type { Run } from "../../models/run.ts";
import { trackingWorkbook } from "../audit/tracking/workbook.ts";
import type { AuditDeps } from "../deps.ts";
import { invalid } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { storeArtifact } from "../storeArtifact.ts";
import { collectReport } from "./collectReport.ts";
import { collectWorkbook } from "./collectWorkbook.ts";
import { printPdf } from "./printPdf.ts";

export type ReportRequest = { runId: string; format: ReportFormat };
export type ReportActivities = { renderReport(input: ReportRequest): Promise<string> };

export function createReportActivities(deps: AuditDeps): ReportActivities {
  const bytesOf = async (run: Run, format: ReportFormat, signal: AbortSignal): Promise<Uint8Array> => {
    if (format === "xlsx") return trackingWorkbook(await collectWorkbook(deps, run));
    const input = await collectReport(deps, run._id);
    const html = renderReport(input);
    return format === "html"
      ? Buffer.from(html)
      : printPdf({ pool: deps.visit.pool }, html, printTemplates(input), signal);
  };
  return {
    renderReport: ({ runId, format }) =>
      withHeartbeat(async (signal, note) => {
        const run = (await deps.models.runs.findById(runId).lean()) as Run | null;
        if (!run) throw invalid(`The run ${runId} is not in the database.`);
        const known = run.reports[format];
        if (known) return known;
        note(format);
        const bytes = await bytesOf(run, format, signal);
        const id = await storeArtifact(deps, { projectId: run.projectId, bytes, contentType: REPORT_TYPE[format] });
        // Only of a run that has ended is a report the last word.
        await deps.models.runs.updateOne(
          { _id: runId, status: run.status },
          { $set: { reports: { ...run.reports, [format]: id } } },
        );
        return id;
      }),
  };
}
