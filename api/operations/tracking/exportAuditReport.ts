// The report of a tracking run as a file, behind a signed link.
import type { ReportFormat } from "../../../domain/report/formats.ts";
import { artifactLink } from "../artifactLinks.ts";
import type { Caller, OperationContext } from "../context.ts";
import { readReport } from "../readReport.ts";

export type ExportedReport = {
  runId: string;
  format: ReportFormat;
  contentType: string;
  /** Path of the service; opens without a key until `expiresAt`. */
  link: string;
  /** ISO 8601. */
  expiresAt: string;
};

/** Makes it when it is first asked for. Throws as readReport does. */
export async function exportAuditReport(
  ctx: OperationContext,
  caller: Caller,
  input: { runId: string; format: ReportFormat },
): Promise<ExportedReport> {
  const { artifactId, contentType } = await readReport(ctx, caller, input);
  const link = artifactLink(ctx, artifactId);
  const expires = Number(new URLSearchParams(link.split("?")[1]).get("expires"));
  return { ...input, contentType, link, expiresAt: new Date(expires * 1_000).toISOString() };
}
