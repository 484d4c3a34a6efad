// Features of functional tests in the database of a running service.
import type { ScenarioAttempt, ScenarioRun } from "../../models/scenarioRuns/schema.ts";
import { type Watched, withModels } from "./watched.ts";

/** A feature that is ready, as its tools would have kept it. */
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

/** What a run of features left in the database. */
export function featureResults(
  world: Watched,
  runId: string,
): Promise<{ scenarios: ScenarioRun[]; attempts: ScenarioAttempt[] }> {
  return withModels(world, async (models) => ({
    scenarios: await models.scenarioRuns.find({ runId }).sort({ index: 1 }).lean<ScenarioRun[]>(),
    attempts: await models.scenarioAttempts.find({ runId }).sort({ _id: 1 }).lean<ScenarioAttempt[]>(),
  }));
}
