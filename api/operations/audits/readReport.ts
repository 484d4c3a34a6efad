// The report of an audit, a visual or a functional test: made when it is first asked for.
import { ProductError } from "../../../domain/errors.ts";
import { REPORT_TYPE, type ReportFormat } from "../../../domain/report/formats.ts";
import { gates, hasWorkbook } from "../../../domain/runTypes.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type FoundArtifact, foundArtifact } from "../readArtifact.ts";
import { findRun } from "../runs/findRun.ts";

/** Throws conflict while the run is going on, and validation_error for what has no report of that kind. */
export async function readReport(
  ctx: OperationContext,
  caller: Caller,
  input: { runId: string; format: ReportFormat },
): Promise<FoundArtifact> {
  requireReadRight(caller);
  const run = await findRun(ctx, caller, input.runId);
  const refuse = (message: string, path: string) =>
    new ProductError("validation_error", message, { fields: [{ path, message }] });
  if (!gates(run.type)) throw refuse(`A ${run.type} run has no report; its results have the screenshots.`, "runId");
  if (input.format === "xlsx" && !hasWorkbook(run.type))
    throw refuse("Only tracking audits have a report as xlsx; use html or pdf.", "format");
  if (run.status === "running")
    throw new ProductError("conflict", `Run "${run._id}" is still running. Wait until it has ended.`, {
      status: run.status,
    });
  const id =
    run.reports?.[input.format] ??
    (await ctx.engine.renderReport(run._id, input.format, { projectSlug: run.projectSlug }));
  return foundArtifact(ctx, id, REPORT_TYPE[input.format], true);
}
