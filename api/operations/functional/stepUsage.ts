// Finds the features and definitions that use a step definition.
import { matchStep, readLibrary } from "../../../domain/functional/match/library.ts";
import type { StepDef } from "../../../domain/functional/stepDef.ts";
import { featureSentences } from "../../../models/features/queries.ts";
import { inTurns } from "../../../platform/inTurns.ts";
import type { OperationContext } from "../../lib/context.ts";

export type StepUsage = {
  features: { featureId: string; name: string; sentences: string[] }[];
  /** Definitions that use it through `useStep`. */
  stepDefs: string[];
};

/** Maximum number of sentences returned per feature. */
const TOLD = 5;

/** Returns every feature with a sentence that matches the definition, directly or through definitions that use it. */
export async function stepUsage(
  ctx: Pick<OperationContext, "models">,
  projectId: string,
  id: string,
  defs: readonly StepDef[],
): Promise<StepUsage> {
  return usageIn(await featureSentences(ctx.models, projectId), id, defs);
}

/** Same as `stepUsage`, for the given features. */
export async function usageIn(
  sentencesOf: Awaited<ReturnType<typeof featureSentences>>,
  id: string,
  defs: readonly StepDef[],
): Promise<StepUsage> {
  const using = usersOf(id, defs);
  const library = readLibrary(defs.filter((def) => def.id === id || using.has(def.id)));
  const features: StepUsage["features"] = [];
  await inTurns(sentencesOf, ({ featureId, name, sentences }) => {
    const own = sentences.filter((text) => matchStep(library, text).length > 0);
    if (own.length > 0) features.push({ featureId, name, sentences: own.slice(0, TOLD) });
  });
  return { features, stepDefs: [...using].sort() };
}

/** Returns the ids of the definitions that use a definition, directly or indirectly. */
export function usersOf(id: string, defs: readonly StepDef[]): Set<string> {
  const using = new Set<string>();
  for (let grown = true; grown; ) {
    grown = false;
    for (const def of defs) {
      const uses = def.actions.some(({ op, value = "" }) => op === "useStep" && (value === id || using.has(value)));
      if (!uses || using.has(def.id) || def.id === id) continue;
      using.add(def.id);
      grown = true;
    }
  }
  return using;
}
