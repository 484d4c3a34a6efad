// What is asked about single scenarios of runs; models/scenarioRuns.ts asks about all of a run.
import type { Models } from "./index.ts";
import type { ScenarioRun } from "./scenarioRun.ts";

/** The scenario of a run with this id, with its plan, if it is the project's; null: there is none. */
export function scenarioRunOf(models: Models, projectId: string, scenarioRunId: string): Promise<ScenarioRun | null> {
  return models.scenarioRuns.findOne({ _id: scenarioRunId, projectId }).lean<ScenarioRun>();
}
