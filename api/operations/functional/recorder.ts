// Chrome DevTools recordings: imports them as features and exports scenarios as recordings.
import type { Schema } from "@puppeteer/replay";
import { ProductError } from "../../../domain/errors.ts";
import { planFeature } from "../../../domain/functional/planFeature.ts";
import { exportRecording } from "../../../domain/functional/recorder/exportRecording.ts";
import { importRecording } from "../../../domain/functional/recorder/importRecording.ts";
import { hintOf } from "../../../domain/nearest.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller } from "../../lib/context.ts";
import { knownSecrets } from "../../lib/knownSecrets.ts";
import { usualEnvironment } from "../../lib/usualEnvironment.ts";
import { type FileIds, featureOfFile, requireFeature } from "./findFeature.ts";
import { projectStepDefs } from "./library.ts";
import { createFeature, type FeatureContext, type SavedFeature, saveFeatureDraft } from "./saveFeature.ts";

export type RecordingImport = FileIds & { project: Project; recording: string; group?: string[] };

/** Saves a draft, because somebody should first read the notes on what was left out. Throws `validation_error` like `importRecording`. */
export async function importRecorded(
  ctx: FeatureContext,
  caller: Caller,
  { project, recording, group, ...ids }: RecordingImport,
): Promise<{ saved: SavedFeature; notes: string[] }> {
  const { gherkin, notes } = importRecording(recording, await knownSecrets(ctx, project._id));
  const known = await featureOfFile(ctx, project._id, ids, gherkin);
  const { featureId } = known ?? ids;
  const feature = { project, gherkin, origin: "recorded", draft: true, ...(group && { group }) } as const;
  const saved =
    featureId === undefined
      ? await createFeature(ctx, caller, feature)
      : await saveFeatureDraft(ctx, caller, { ...feature, featureId });
  return { saved, notes };
}

export type RecordingExport = {
  project: Project;
  featureId: string;
  /** Id or name; may be omitted if the feature has only one scenario. */
  scenario?: string;
  environment?: Environment | null;
};

/** Throws `not_found`, and `validation_error` if steps have no equivalent or the scenario is not specified. */
export async function exportRecorded(
  ctx: Pick<FeatureContext, "models">,
  caller: Caller,
  { project, featureId, scenario, environment }: RecordingExport,
): Promise<Schema.UserFlow> {
  requireReadRight(caller);
  const feature = await requireFeature(ctx, project._id, featureId);
  const plans = planFeature(feature.gherkin, await projectStepDefs(ctx, project._id));
  const [only] = plans;
  const plan = scenario === undefined ? only : plans.find(({ id, name }) => id === scenario || name === scenario);
  if (scenario === undefined && plans.length > 1)
    throw new ProductError(
      "validation_error",
      `The feature has ${plans.length} scenarios, and a recording is one: name it (${plans
        .slice(0, 10)
        .map(({ id }) => id)
        .join(", ")}).`,
    );
  if (!plan) {
    const ids = plans.map(({ id }) => id);
    throw new ProductError(
      "not_found",
      `The feature has no scenario "${scenario ?? ""}".${hintOf(scenario ?? "", ids)}`,
    );
  }
  const place = environment ?? (await usualEnvironment(ctx, project));
  return exportRecording(
    plans.length > 1 ? `${feature.name}: ${plan.name}` : feature.name,
    plan,
    place?.baseUrl ?? project.baseUrl,
  );
}
