// Creates features of functional tests in the database of a running service.
import type { ScenarioAttempt, ScenarioRun } from "../../models/scenarioRuns/schema.ts";
import { type Watched, withModels } from "./watched.ts";

/** Adds a ready feature in the form in which its tools would have stored it. */
export function addFeature(world: Watched, slug: string, featureId: string, gherkin: string): Promise<unknown> {
  return withModels(world, async (models) => {
    const project = await models.projects.findOne({ slug }, { _id: 1 }).lean();
    const at = new Date();
    return models.features.create({
      _id: `${project?._id}:${featureId}`,
      projectId: project?._id,
      featureId,
      name: featureId,
      gherkin,
      status: "ready",
      origin: "written",
      coverage: { pages: [], elements: [], events: [], variables: [] },
      version: 1,
      createdAt: at,
      updatedAt: at,
      updatedBy: "test",
    });
  });
}

/** Reads the results of a functional run from the database. */
export function featureResults(
  world: Watched,
  runId: string,
): Promise<{ scenarios: ScenarioRun[]; attempts: ScenarioAttempt[] }> {
  return withModels(world, async (models) => ({
    scenarios: await models.scenarioRuns.find({ runId }).sort({ index: 1 }).lean<ScenarioRun[]>(),
    attempts: await models.scenarioAttempts.find({ runId }).sort({ _id: 1 }).lean<ScenarioAttempt[]>(),
  }));
}
