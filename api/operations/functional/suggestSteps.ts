// Suggests sentences of the step library for a sentence that has no definition.
import { filled } from "../../../domain/functional/nearSteps.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type FoundStepDef, searchStepLibrary } from "./searchStepLibrary.ts";

export type SuggestedStep = FoundStepDef & {
  /** The pattern with the quoted values of the sentence filled in, in order; missing values stay as `<name>`. */
  sentence: string;
};

export async function suggestSteps(
  ctx: OperationContext,
  caller: Caller,
  { project, sentence }: { project: Project; sentence: string },
): Promise<{ found: SuggestedStep[]; warnings: string[] }> {
  const { found, warnings } = await searchStepLibrary(ctx, caller, { project, query: sentence });
  const values = [...sentence.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, a, b]) => a ?? b ?? "");
  return { found: found.map((one) => ({ ...one, sentence: filled(one.def, values) })), warnings };
}
