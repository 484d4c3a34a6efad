// Saves several feature texts in one call: existing features are changed, others are created. Used for bulk edits and imports.
import { ProductError } from "../../../domain/errors.ts";
import { compileFeature } from "../../../domain/functional/gherkin/compile.ts";
import { type Suggestion, suggestionsFor } from "../../../domain/functional/nearSteps.ts";
import { planCompiled } from "../../../domain/functional/planFeature.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { nextTurn } from "../../../platform/inTurns.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller } from "../../lib/context.ts";
import { type FileIds, featureOfFile } from "./findFeature.ts";
import { projectLibrary } from "./library.ts";
import { changeFeature, createFeature, type FeatureContext } from "./saveFeature.ts";

/** Without a `featureId`, creates a feature whose id is derived from its name. */
export type PutFeature = FileIds & {
  gherkin: string;
  /** Version of the feature that is changed. Required for an existing feature, unless `overwrite` is set. */
  version?: number;
  group?: string[];
};
export type PutResult =
  | {
      featureId: string;
      ok: true;
      change: "created" | "updated" | "unchanged";
      version: number;
      status: string;
      open: string[];
      /** Sentences without a definition, each with similar sentences that have one. */
      suggested: Suggestion[];
    }
  | { featureId: string | null; ok: false; error: string };

/**
 * Saves or refuses each text independently, in order; a refusal gives the reason and changes nothing. `overwrite`: existing features are
 * replaced by their text regardless of version.
 */
export async function putFeatures(
  ctx: FeatureContext,
  caller: Caller,
  { project, features, overwrite = false }: { project: Project; features: readonly PutFeature[]; overwrite?: boolean },
): Promise<PutResult[]> {
  requireRight(caller, "mcpWrite");
  const results: PutResult[] = [];
  for (const one of features) {
    results.push(await put(ctx, caller, project, one, overwrite));
    await nextTurn();
  }
  return results;
}

async function put(
  ctx: FeatureContext,
  caller: Caller,
  project: Project,
  { featureId, formerId, gherkin, version, group }: PutFeature,
  overwrite: boolean,
): Promise<PutResult> {
  try {
    const known = await featureOfFile(ctx, project._id, { featureId, formerId }, gherkin);
    if (known && version === undefined && !overwrite)
      throw new ProductError(
        "conflict",
        `The feature "${known.featureId}" is at version ${known.version}: give the version that the text was made from.`,
      );
    if (!known && version !== undefined)
      throw new ProductError(
        "not_found",
        `There is no feature "${featureId ?? ""}" to change; omit the version to create it.`,
      );
    const { feature, change, open } = known
      ? await changeFeature(ctx, caller, { project, featureId: known.featureId, version, what: "changed" }, () => ({
          gherkin,
          group,
        }))
      : await createFeature(ctx, caller, { project, gherkin, featureId, group });
    const { version: now, status } = feature;
    const suggested = status === "draft" ? await suggestedFor(ctx, project._id, feature.gherkin) : [];
    return { featureId: feature.featureId, ok: true, change, version: now, status, open: open.slice(0, 5), suggested };
  } catch (error) {
    if (!(error instanceof ProductError) || error.code === "unavailable") throw error;
    return { featureId: featureId ?? null, ok: false, error: error.message.slice(0, 2_000) };
  }
}

async function suggestedFor(ctx: FeatureContext, projectId: string, gherkin: string): Promise<Suggestion[]> {
  const library = await projectLibrary(ctx, projectId);
  return suggestionsFor(planCompiled(compileFeature(gherkin), library), library);
}
