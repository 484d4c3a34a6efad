// What is asked about single scenarios of runs; models/scenarioRuns/ofRun.ts asks about all of a run.
import type { Models } from "../index.ts";
import type { ScenarioRun } from "./schema.ts";

/** The scenario of a run with this id, with its plan; null: there is none. */
export function findScenarioRun(models: Models, scenarioRunId: string): Promise<ScenarioRun | null> {
  return models.scenarioRuns.findOne({ _id: scenarioRunId }).lean<ScenarioRun>();
}

/** The same, if it is the project's. */
export function scenarioRunOf(models: Models, projectId: string, scenarioRunId: string): Promise<ScenarioRun | null> {
  return models.scenarioRuns.findOne({ _id: scenarioRunId, projectId }).lean<ScenarioRun>();
}

/** How many scenarios a run has. */
export const countScenarioRuns = (models: Models, runId: string): Promise<number> =>
  models.scenarioRuns.countDocuments({ runId });

/** What kept scenarios of a run from being judged, of `limit` of them. */
export async function errorsOfScenarios(models: Models, runId: string, limit: number): Promise<string[]> {
  const found = await models.scenarioRuns
    .find({ runId, status: "error" }, { message: 1 })
    .limit(limit)
    .lean<Pick<ScenarioRun, "message">[]>();
  return found.flatMap(({ message }) => message ?? []);
}
