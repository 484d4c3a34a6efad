// Writes the planned scenarios of a run.

import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import type { ScenarioRun } from "./schema.ts";

/** Number of scenarios per insert; each includes its plan. */
const CHUNK = 100;

export async function insertScenarioRuns(models: Models, scenarios: readonly ScenarioRun[]): Promise<void> {
  for (const some of chunksOf(scenarios, CHUNK)) await models.scenarioRuns.insertMany(some);
}

/** Deletes the scenarios of a run whose plan is not complete yet. */
export async function deleteScenarioRuns(models: Models, runId: string): Promise<void> {
  await models.scenarioRuns.deleteMany({ runId });
}
