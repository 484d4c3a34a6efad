// Queries for single scenarios of runs; models/scenarioRuns/ofRun.ts covers all of a run.
import type { Models } from "../index.ts";
import type { ScenarioRun } from "./schema.ts";

/** Returns the scenario of a run with this id, including its plan, or null if there is none. */
export function findScenarioRun(models: Models, scenarioRunId: string): Promise<ScenarioRun | null> {
  return models.scenarioRuns.findOne({ _id: scenarioRunId }).lean<ScenarioRun>();
}

/** Like `findScenarioRun`, but only if it belongs to the project. */
export function scenarioRunOf(models: Models, projectId: string, scenarioRunId: string): Promise<ScenarioRun | null> {
  return models.scenarioRuns.findOne({ _id: scenarioRunId, projectId }).lean<ScenarioRun>();
}

export const countScenarioRuns = (models: Models, runId: string): Promise<number> =>
  models.scenarioRuns.countDocuments({ runId });

/** Returns the error messages of at most `limit` scenarios of a run that could not be evaluated. */
export async function errorsOfScenarios(models: Models, runId: string, limit: number): Promise<string[]> {
  const found = await models.scenarioRuns
    .find({ runId, status: "error" }, { message: 1 })
    .limit(limit)
    .lean<Pick<ScenarioRun, "message">[]>();
  return found.flatMap(({ message }) => message ?? []);
}
