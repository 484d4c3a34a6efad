// Creates a scenario and, if requested, starts the run that captures its baselines.
import { isDeepStrictEqual } from "node:util";
import { ProductError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import { IDEMPOTENCY_TTL_MS } from "../../../domain/idempotency.ts";
import { makeId } from "../../../domain/ids.ts";
import type { ScenarioFields } from "../../../domain/import/types.ts";
import { findScenario } from "../../../models/scenarios/queries.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { callOf, claimedWork, hash } from "../../lib/idempotency.ts";
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
  const call = callOf(ctx, caller, start);
  // Equal calls with a key create the same scenario, even at the same time. A key that was used with another body is refused first.
  const id = call && makeId("scenario", hash(call).slice(0, 26));
  if (call) await claimedWork(ctx, "run", call);
  const create = async () => {
    // Checked before anything is stored, so that a request that cannot be fulfilled leaves nothing behind.
    await requireSnapshots(ctx, caller.orgId);
    return createScenario(ctx, caller, fields, id);
  };
  const scenario = await create().catch(async (error: unknown) => {
    const stored = id && error instanceof ProductError ? await findScenario(ctx.models, id) : null;
    const since = ctx.now().getTime() - IDEMPOTENCY_TTL_MS;
    if (stored && stored.createdAt.getTime() > since && isAsWanted(stored, fields)) return viewScenario(stored);
    throw error;
  });
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

/** Whether the named fields are still as the call wants them. */
const isAsWanted = (stored: ScenarioFields, { project: _, ...wanted }: Wanted): boolean =>
  Object.entries(given(wanted)).every(([name, value]) =>
    isDeepStrictEqual(stored[name as keyof ScenarioFields], value),
  );
