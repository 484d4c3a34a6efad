// Creates a scenario and, if requested, starts the run that captures its baselines.
import { ProductError } from "../../../domain/errors.ts";
import type { ScenarioFields } from "../../../domain/import/types.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { requireSnapshots } from "../runs/quota.ts";
import { startRun } from "../runs/startRun.ts";
import { createScenario } from "./createScenario.ts";
import type { ScenarioView } from "./listScenarios.ts";

export type CreatedScenario = {
  scenario: ScenarioView;
  baselineRunId: string | null;
  /** Why the requested baseline run has not started or starts later; the scenario exists either way. */
  problem: string | null;
};

export async function createTestedScenario(
  ctx: OperationContext,
  caller: Caller,
  {
    captureBaseline,
    environment,
    ...fields
  }: Parameters<typeof createScenario>[2] &
    Partial<ScenarioFields> & { captureBaseline?: boolean; environment?: string },
): Promise<CreatedScenario> {
  // Checked before anything is stored, so that a request that cannot be fulfilled leaves nothing behind.
  if (captureBaseline) await requireSnapshots(ctx, caller.orgId);
  const scenario = await createScenario(ctx, caller, fields);
  if (!captureBaseline) return { scenario, baselineRunId: null, problem: null };
  try {
    const run = await startRun(ctx, caller, {
      project: fields.project,
      type: "baseline",
      scenarios: [scenario.label],
      ...(environment && { environment }),
    });
    return { scenario, baselineRunId: run.runId, problem: null };
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    // If the error names a run, that run is kept and starts later.
    const { runId } = error.details;
    return { scenario, baselineRunId: typeof runId === "string" ? runId : null, problem: error.message };
  }
}
