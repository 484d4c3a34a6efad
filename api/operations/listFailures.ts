// What failed in a visual run, worst first.
import type { Environment } from "../../models/environment.ts";
import type { Project } from "../../models/project.ts";
import type { Shot } from "../../models/shot.ts";
import { requireReadRight } from "./access.ts";
import type { Caller, OperationContext } from "./context.ts";
import { findVisualRun } from "./latestRun.ts";

export type RunFailure = {
  scenarioLabel: string;
  viewport: string;
  browser: string;
  /** Percent 0 to 100, never rounded; 100 where there was nothing to compare with. */
  mismatchPercent: number;
  /** The first sentence of why. */
  reason: string;
};
export type RunFailures = { runId: string; failed: number; total: number; failures: RunFailure[] };

/** Of the run that is named, else of the latest completed visual test. Throws while it is running. */
export async function listFailures(
  ctx: OperationContext,
  caller: Caller,
  { project, environment, runId }: { project: Project; environment: Environment | null; runId?: string },
): Promise<RunFailures> {
  requireReadRight(caller);
  const run = await findVisualRun(ctx, project, { runId, environment: environment?._id });
  const shots = await ctx.models.shots.find({ runId: run._id }).sort({ index: 1 }).lean<Shot[]>();
  const failures = shots
    .filter(({ status }) => status === "failed" || status === "error")
    .map((shot) => ({
      scenarioLabel: shot.scenarioLabel,
      viewport: shot.viewport,
      browser: shot.browser,
      mismatchPercent: shot.mismatchPercent ?? 100,
      reason: shot.reasons[0]?.message ?? "It has no result.",
    }))
    .sort((a, b) => b.mismatchPercent - a.mismatchPercent);
  return { runId: run._id, failed: failures.length, total: shots.length, failures };
}
