// Creates a scenario and, if requested, starts the run that captures its baselines.
import { isDeepStrictEqual } from "node:util";
import { ProductError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import type { ScenarioFields } from "../../../domain/import/types.ts";
import { scenarioLabelled } from "../../../models/scenarios/queries.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { callOf, claimedWork } from "../../lib/idempotency.ts";
import { requireSnapshots } from "../runs/quota.ts";
import { type StartRunInput, startRun } from "../runs/startRun.ts";
import { createScenario } from "./createScenario.ts";
import { type ScenarioView, viewScenario } from "./listScenarios.ts";

export type CreatedScenario = {
  scenario: ScenarioView;
  baselineRunId: string | null;
  /** Why the requested baseline run has not started or starts later; the scenario exists either way. */
  problem: string | null;
};

type Wanted = Parameters<typeof createScenario>[2];

/** With an Idempotency-Key, the same call again returns the scenario and the run of the first one. */
export async function createTestedScenario(
  ctx: OperationContext,
  caller: Caller,
  { captureBaseline, environment, ...fields }: Wanted & { captureBaseline?: boolean; environment?: string },
): Promise<CreatedScenario> {
  if (!captureBaseline)
    return { scenario: await createScenario(ctx, caller, fields), baselineRunId: null, problem: null };
  const start: StartRunInput = {
    project: fields.project,
    type: "baseline",
    scenarios: [fields.label],
    ...(environment && { environment }),
  };
  let scenario = await createdBefore(ctx, caller, fields, start);
  if (scenario === null) {
    // Checked before anything is stored, so that a request that cannot be fulfilled leaves nothing behind.
    await requireSnapshots(ctx, caller.orgId);
    scenario = await createScenario(ctx, caller, fields);
  }
  try {
    const run = await startRun(ctx, caller, start);
    return { scenario, baselineRunId: run.runId, problem: null };
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    // If the error names a run, that run is kept and starts later.
    const { runId } = error.details;
    return { scenario, baselineRunId: typeof runId === "string" ? runId : null, problem: error.message };
  }
}

/** Returns the scenario of an equal call with the same Idempotency-Key, whose run exists; null if this call is the first. */
async function createdBefore(
  ctx: OperationContext,
  caller: Caller,
  { project, ...wanted }: Wanted,
  start: StartRunInput,
): Promise<ScenarioView | null> {
  const call = callOf(ctx, caller, start);
  const run = call ? await claimedWork(ctx, "run", call) : null;
  const stored = run && (await scenarioLabelled(ctx.models, run.projectId, wanted.label));
  const isSame = ([name, value]: [string, unknown]) => isDeepStrictEqual(stored?.[name as keyof ScenarioFields], value);
  return stored && Object.entries(given(wanted)).every(isSame) ? viewScenario(stored) : null;
}
