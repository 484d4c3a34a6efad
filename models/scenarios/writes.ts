// Creates, changes and deletes scenarios. Deleting a scenario deletes its rules.
import type { ViewportName } from "../../domain/visual/shot.ts";
import type { KeptWideRule } from "../../domain/visual/wideRules/wideRule.ts";
import { deleteIgnoredOf } from "../ignoredChanges/queries.ts";
import type { Models } from "../index.ts";
import { unchangedSince } from "../lib/unchangedSince.ts";
import { deleteItemsOfScenario } from "../reviewItems/sweep.ts";
import { dropRulesOfUnusedTags } from "../wideRules/clean.ts";
import type { Scenario } from "./schema.ts";

/** Rejects with a duplicate key error if the project has a scenario with that label. */
export async function insertScenario(models: Models, scenario: Scenario): Promise<void> {
  await models.scenarios.create(scenario);
}

/** Changes the scenario, even if it was written since it was read. */
export async function changeScenario(models: Models, scenarioId: string, set: Partial<Scenario>): Promise<void> {
  await models.scenarios.updateOne({ _id: scenarioId }, { $set: set, $inc: { rev: 1 } });
}

/** Changes the scenario if it is unchanged since it was read; otherwise returns false. */
export async function changeUnchangedScenario(
  models: Models,
  stored: Pick<Scenario, "_id" | "rev">,
  set: Partial<Scenario>,
): Promise<boolean> {
  const { matchedCount } = await models.scenarios.updateOne(unchangedSince(stored), { $set: set, $inc: { rev: 1 } });
  return matchedCount === 1;
}

/** Records that pictures of the scenario are also taken for this viewport. */
export async function addViewport(models: Models, scenarioId: string, viewport: ViewportName): Promise<void> {
  await models.scenarios.updateOne({ _id: scenarioId }, { $addToSet: { viewports: viewport } });
}

/** Records the modes in which pictures of the scenario are taken. */
export async function setModes(models: Models, scenarioId: string, modes: string[]): Promise<void> {
  await models.scenarios.updateOne({ _id: scenarioId }, { $set: { modes } });
}

type Deleted = Pick<Scenario, "_id" | "projectId" | "label" | "rev" | "tags">;

/** Deletes the scenario if it is unchanged since it was read, and returns the rules of tags that were deleted with it; otherwise returns null. */
export async function deleteUnchangedScenario(models: Models, scenario: Deleted): Promise<KeptWideRule[] | null> {
  const { deletedCount } = await models.scenarios.deleteOne(unchangedSince(scenario));
  return deletedCount === 0 ? null : deleteRulesOf(models, scenario);
}

/** Deletes the scenario's rules, and those of tags that no other scenario has. */
async function deleteRulesOf(models: Models, { _id, projectId, label, tags }: Deleted): Promise<KeptWideRule[]> {
  const place = { projectId, scenarioLabel: label };
  await deleteItemsOfScenario(models, projectId, _id);
  await Promise.all([
    models.comparisonRules.deleteMany(place),
    models.contentRules.deleteMany(place),
    deleteIgnoredOf(models, projectId, _id),
  ]);
  return dropRulesOfUnusedTags(models, projectId, tags);
}

/** Deletes scenarios that were just created and have no rules yet. */
export async function deleteNewScenarios(models: Models, ids: readonly string[]): Promise<void> {
  await models.scenarios.deleteMany({ _id: { $in: [...ids] } });
}
