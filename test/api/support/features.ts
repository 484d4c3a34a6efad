// Stores features for tests of things that refer to them.

import { findFeature, functionalId, insertFeature } from "../../../models/features/queries.ts";
import type { FeatureRecord } from "../../../models/features/schema.ts";
import type { Models } from "../../../models/index.ts";

/** Adds a feature to the project unless it exists. */
export async function addFeature(models: Models, featureId: string, patch: Partial<FeatureRecord> = {}): Promise<void> {
  const projectId = patch.projectId ?? "prj_shop";
  if (await findFeature(models, { projectId, featureId })) return;
  const at = new Date(0);
  const feature: FeatureRecord = {
    _id: functionalId(projectId, featureId),
    projectId,
    featureId,
    name: featureId,
    group: [],
    tags: [],
    gherkin: `Feature: ${featureId}\n  Scenario: a\n    Then I see "a"\n`,
    tickets: [],
    status: "ready",
    origin: "written",
    version: 1,
    coverage: { pages: [], elements: [], events: [], variables: [] },
    scenarios: [{ id: "a", name: "a", rule: null, tags: [], line: 2, steps: 1 }],
    sentences: ['I see "a"'],
    createdAt: at,
    updatedAt: at,
    updatedBy: "test",
    ...patch,
  };
  await insertFeature(models, feature, "created");
}
