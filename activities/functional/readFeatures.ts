// Reads the input of a functional run's plan: the features' texts, and the definitions their sentences may use.
import { FEATURE_LIMITS } from "../../domain/functional/feature.ts";
import { BUILTIN_STEP_DEFS } from "../../domain/functional/library/index.ts";
import type { StepDef } from "../../domain/functional/stepDef.ts";
import { findFeature, listStepDefs, readyFeatureTexts, stepDefOf } from "../../models/features/queries.ts";
import type { Models } from "../../models/index.ts";

export type RunnableFeature = { featureId: string; name: string; version: number; text: string };

/** Returns the named features, including drafts, because naming one means running it; without names every feature that is ready. */
export async function runnableFeatures(
  models: Models,
  projectId: string,
  featureIds: readonly string[] | null,
): Promise<RunnableFeature[]> {
  const found =
    featureIds === null
      ? await readyFeatureTexts(models, projectId, FEATURE_LIMITS.perProject)
      : (await Promise.all(featureIds.map((featureId) => findFeature(models, { projectId, featureId })))).filter(
          (one) => one !== null,
        );
  return found.map(({ featureId, name, version, gherkin }) => ({ featureId, name, version, text: gherkin }));
}

/** Returns the project's own definitions that are ready, and the built-in ones. */
export async function usableStepDefs(models: Models, projectId: string): Promise<StepDef[]> {
  const own = (await listStepDefs(models, projectId)).map(stepDefOf);
  return [...own.filter(({ status }) => status === "ready"), ...BUILTIN_STEP_DEFS];
}
