// The report of an ended run in one format: collected, written, printed, and stored for later requests.

import { REPORT_TYPE, type ReportFormat } from "../../domain/report/formats.ts";
import { printTemplates } from "../../domain/report/printTemplates.ts";
import { keepArtifact } from "../../models/artifacts/keepArtifact.ts";
import { keepReport } from "../../models/runs/lifecycle.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { AuditDeps, CompareDeps } from "../deps.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { readRun } from "../readRun.ts";
import { inThread } from "../threads/inThread.ts";
import { collectReport } from "./collectReport.ts";
import { collectWorkbook } from "./collectWorkbook.ts";
import { printPdf } from "./printPdf.ts";

/** The largest report takes seconds; a run of 2,000 pages may fill a workbook. */
const WRITING_MS = 120_000;

export type ReportRequest = { runId: string; format: ReportFormat };
export type ReportActivities = { renderReport(input: ReportRequest): Promise<string> };

export function createReportActivities(deps: AuditDeps & CompareDeps): ReportActivities {
  const bytesOf = async (run: Run, format: ReportFormat, signal: AbortSignal): Promise<Uint8Array> => {
    const options = { signal, limitMs: WRITING_MS };
    if (format === "xlsx") return inThread("workbook", { input: await collectWorkbook(deps, run) }, options);
    const input = await collectReport(deps, run._id, signal);
    const html = await inThread("report", { input }, options);
    return format === "html"
      ? Buffer.from(html)
      : printPdf({ pool: deps.visit.pool }, html, printTemplates(input), signal);
  };
  return {
    renderReport: ({ runId, format }) =>
      withHeartbeat(async (signal, note) => {
        const run = await readRun(deps, runId);
        const known = run.reports[format];
        if (known) return known;
        note(format);
        const bytes = await bytesOf(run, format, signal);
        const id = await keepArtifact(deps, { projectId: run.projectId, bytes, contentType: REPORT_TYPE[format] });
        // Stored only for an ended run, because only then is the report final.
        await keepReport(deps.models, run, format, id);
        return id;
      }),
  };
}
