// Exports the report of a tracking run as a file behind a signed link.
import { ProductError } from "../../../domain/errors.ts";
import type { ReportFormat } from "../../../domain/report/formats.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { artifactUrl } from "../../lib/publicLink.ts";
import { beingMade, reportInTime } from "../reports/reportLink.ts";

export type ExportedReport = {
  runId: string;
  format: ReportFormat;
  contentType: string;
  /** Works without a key until `expiresAt`. */
  link: string;
  /** ISO 8601. */
  expiresAt: string;
};

/**
 * Returns the report, rendering it on first request. Throws the same errors as `readReport`, and `conflict` if rendering takes too long to
 * wait for.
 */
export async function exportAuditReport(
  ctx: OperationContext,
  caller: Caller,
  input: { runId: string; format: ReportFormat },
  waitMs?: number,
): Promise<ExportedReport> {
  const report = await reportInTime(ctx, caller, input, waitMs);
  if (report === null) throw new ProductError("conflict", beingMade(input.format));
  const { artifactId, contentType } = report;
  const link = artifactUrl(ctx, artifactId);
  const expires = Number(new URLSearchParams(link.split("?")[1]).get("expires"));
  return { ...input, contentType, link, expiresAt: new Date(expires * 1_000).toISOString() };
}
