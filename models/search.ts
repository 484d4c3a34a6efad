// Finds names of scenarios and features for the command palette, a bounded number of each.
import type { FeatureRecord } from "./features/schema.ts";
import type { Models } from "./index.ts";
import { within } from "./lib/within.ts";
import { DECLARED, type Scenario } from "./scenarios/schema.ts";

export function scenariosNamed(
  models: Models,
  projectIds: readonly string[],
  text: string,
  limit: number,
): Promise<Pick<Scenario, "_id" | "projectId" | "label" | "url">[]> {
  const label = within(text);
  return models.scenarios
    .find({ projectId: { $in: [...projectIds] }, ...DECLARED, label }, { projectId: 1, label: 1, url: 1 })
    .sort({ label: 1 })
    .limit(limit)
    .lean<Pick<Scenario, "_id" | "projectId" | "label" | "url">[]>();
}

export function featuresNamed(
  models: Models,
  projectIds: readonly string[],
  text: string,
  limit: number,
): Promise<Pick<FeatureRecord, "projectId" | "featureId" | "name">[]> {
  return models.features
    .find({ projectId: { $in: [...projectIds] }, name: within(text) }, { projectId: 1, featureId: 1, name: 1 })
    .sort({ name: 1 })
    .limit(limit)
    .lean<Pick<FeatureRecord, "projectId" | "featureId" | "name">[]>();
}
