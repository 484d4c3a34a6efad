// Saves a feature from the editor, only if the edited version is still current.
import { ProductError } from "../../../domain/errors.ts";
import { findFeature } from "../../../models/features/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { versionConflict } from "../../lib/versionConflict.ts";
import { changeFeature, createFeature, type SavedFeature } from "./saveFeature.ts";

export type FeatureEdit = {
  project: Project;
  featureId: string;
  /** 0 for a new feature. */
  version: number;
  gherkin: string;
  group?: string[];
  tickets?: string[];
  draft?: boolean;
};

/** Throws `conflict` with who changed the feature and when. */
export async function saveEditedFeature(
  ctx: OperationContext,
  caller: Caller,
  { version, ...edit }: FeatureEdit,
): Promise<SavedFeature> {
  const { project, featureId, gherkin, group, tickets, draft } = edit;
  const fields = { gherkin, ...(group && { group }), ...(tickets && { tickets }), ...(draft && { draft }) };
  try {
    if (version === 0) return await createFeature(ctx, caller, { project, featureId, ...fields });
    return await changeFeature(ctx, caller, { project, featureId, version, what: "edited" }, () => fields);
  } catch (error) {
    if (!(error instanceof ProductError) || error.code !== "conflict") throw error;
    throw await explained(ctx, edit, error);
  }
}

async function explained(
  { models }: OperationContext,
  { project, featureId }: Pick<FeatureEdit, "project" | "featureId">,
  error: ProductError,
): Promise<ProductError> {
  const now = await findFeature(models, { projectId: project._id, featureId });
  if (!now) return error;
  const { version, updatedBy, updatedAt } = now;
  return versionConflict(
    `${updatedBy} saved version ${version} of this feature in the meantime. Reload it and repeat your change.`,
    { version, updatedBy, updatedAt: updatedAt.toISOString() },
  );
}
