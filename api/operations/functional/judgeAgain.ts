// Updates the status of features after a step definition that they use, or could use, has changed.
import { isDeepStrictEqual } from "node:util";
import { readiness } from "../../../domain/functional/feature.ts";
import { compileFeature } from "../../../domain/functional/gherkin/compile.ts";
import { readLibrary, type StepLibrary } from "../../../domain/functional/match/library.ts";
import { planCompiled } from "../../../domain/functional/planFeature.ts";
import type { StepDef } from "../../../domain/functional/stepDef.ts";
import { featureSentences, findFeature } from "../../../models/features/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { optional } from "../../lib/optional.ts";
import { changeFeature } from "./saveFeature.ts";
import { usageIn } from "./stepUsage.ts";

type Definitions = { id: string; before: readonly StepDef[]; after: readonly StepDef[] };

/**
 * Makes drafts ready whose last open sentence the definition `id` prepares now, and makes features drafts that it no longer prepares. A
 * draft that was kept on request stays one.
 */
export async function judgeAgain(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  { id, before, after }: Definitions,
): Promise<void> {
  const meaning = (defs: readonly StepDef[]) => {
    const def = defs.find((one) => one.id === id);
    return def && [def.pattern, def.params, def.actions, def.status];
  };
  if (isDeepStrictEqual(meaning(before), meaning(after))) return;
  const sentences = await featureSentences(ctx.models, project._id);
  const touched = new Set<string>();
  for (const defs of [before, after]) {
    const asReady = defs.map((def) => (def.id === id ? { ...def, status: "ready" as const } : def));
    for (const { featureId } of (await usageIn(sentences, id, asReady)).features) touched.add(featureId);
  }
  const [library, next] = [readLibrary(before), readLibrary(after)];
  const isOpen = (gherkin: string, by: StepLibrary): boolean =>
    readiness(planCompiled(compileFeature(gherkin), by)).length > 0;
  // The definition is stored already, and saving the feature does the same.
  for (const featureId of touched)
    await optional(ctx, "the status of a feature was not updated", { projectId: project._id, featureId }, async () => {
      const feature = await findFeature(ctx.models, { projectId: project._id, featureId });
      if (!feature) return;
      const { gherkin, status } = feature;
      const stays = status === "ready" ? !isOpen(gherkin, next) : !isOpen(gherkin, library) || isOpen(gherkin, next);
      if (stays) return;
      await changeFeature(ctx, caller, { project, featureId, what: "status updated" }, () => ({}));
    });
}
