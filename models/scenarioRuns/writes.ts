// How the scenarios of a run are planned.

import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import type { ScenarioRun } from "./schema.ts";

/** Scenarios of one insert: each brings its plan along. */
const CHUNK = 100;

/** Writes the scenarios of a plan. */
export async function insertScenarioRuns(models: Models, scenarios: readonly ScenarioRun[]): Promise<void> {
  for (const some of chunksOf(scenarios, CHUNK)) await models.scenarioRuns.insertMany(some);
}

/** Deletes the scenarios of a run whose plan does not stand yet. */
export async function deleteScenarioRuns(models: Models, runId: string): Promise<void> {
  await models.scenarioRuns.deleteMany({ runId });
}
