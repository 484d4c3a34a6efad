// What a run of functional tests is planned from: the features' texts, and the definitions that their sentences may mean.
import { BUILTIN_STEP_DEFS } from "../../domain/functional/library/index.ts";
import type { StepDef } from "../../domain/functional/stepDef.ts";
import { findFeature, listStepDefs, readyFeatureTexts, stepDefOf } from "../../models/features/queries.ts";
import type { Models } from "../../models/index.ts";

export type RunnableFeature = { featureId: string; name: string; version: number; text: string };

/** More would not fit into one run. */
const MAX_FEATURES = 500;

/** The named features, drafts too, as whoever names one wants it run; without names every one that is ready. */
export async function runnableFeatures(
  models: Models,
  projectId: string,
  featureIds: readonly string[] | null,
): Promise<RunnableFeature[]> {
  const found =
    featureIds === null
      ? await readyFeatureTexts(models, projectId, MAX_FEATURES)
      : (await Promise.all(featureIds.map((featureId) => findFeature(models, { projectId, featureId })))).filter(
          (one) => one !== null,
        );
  return found.map(({ featureId, name, version, gherkin }) => ({ featureId, name, version, text: gherkin }));
}

/** The project's own definitions that are ready, and those that are built in. */
export async function usableStepDefs(models: Models, projectId: string): Promise<StepDef[]> {
  const own = (await listStepDefs(models, projectId)).map(stepDefOf);
  return [...own.filter(({ status }) => status === "ready"), ...BUILTIN_STEP_DEFS];
}
