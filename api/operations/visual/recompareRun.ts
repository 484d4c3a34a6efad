// Compares a finished run's stored screenshots again with the current rules and thresholds; nothing is captured.
import type { RecompareResult } from "../../../domain/engine.ts";
import { describeCaller, requireRight, resolveProject } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { holdRuns } from "../../lib/holdRun.ts";
import { findVisualRun } from "../runs/latestRun.ts";

/** How long an HTTP request waits; the recompare itself continues after that. */
export const RECOMPARE_WAIT_MS = 10_000;

/** `result`: null if it takes longer. */
export async function recompareRun(
  ctx: OperationContext,
  caller: Caller,
  input: { project?: string; runId?: string; environment?: string },
): Promise<{ runId: string; projectSlug: string; result: RecompareResult | null }> {
  requireRight(caller, "mcpWrite");
  const project = await resolveProject(ctx, caller, input.project);
  const run = await findVisualRun(ctx, project, input);
  await holdRuns(ctx, [run._id]);
  const result = await ctx.engine.recompare(run._id, describeCaller(caller), RECOMPARE_WAIT_MS, {
    projectSlug: project.slug,
  });
  await recordAudit(ctx, caller, "run.recompare", run._id);
  return { runId: run._id, projectSlug: project.slug, result };
}
