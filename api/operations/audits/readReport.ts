// Reads the report of an audit, a visual test or a functional test, rendering it on first request.
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { REPORT_TYPE, type ReportFormat } from "../../../domain/report/formats.ts";
import { gates, hasWorkbook } from "../../../domain/runTypes.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type FoundArtifact, foundArtifact } from "../readArtifact.ts";
import { findRun } from "../runs/findRun.ts";

/** Throws `conflict` while the run is still running, and `validation_error` if the run type has no report in that format. */
export async function readReport(
  ctx: OperationContext,
  caller: Caller,
  input: { runId: string; format: ReportFormat },
): Promise<FoundArtifact> {
  requireReadRight(caller);
  const run = await findRun(ctx, caller, input.runId);
  if (!gates(run.type)) throw fieldError("runId", `A ${run.type} run has no report; its results have the screenshots.`);
  if (input.format === "xlsx" && !hasWorkbook(run.type))
    throw fieldError("format", "Only tracking audits have an xlsx report; use html or pdf.");
  if (run.status === "running")
    throw new ProductError("conflict", `Run "${run._id}" is still running. Wait until it has ended.`, {
      status: run.status,
    });
  const id =
    run.reports?.[input.format] ??
    (await ctx.engine.renderReport(run._id, input.format, { projectSlug: run.projectSlug }));
  return foundArtifact(ctx, id, REPORT_TYPE[input.format], true);
}
