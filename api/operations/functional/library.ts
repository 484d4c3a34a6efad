// Step definitions that a project's features may use: the built-in ones and the project's own.
import { BUILTIN_STEP_DEFS } from "../../../domain/functional/library/index.ts";
import { readLibrary, type StepLibrary } from "../../../domain/functional/match/library.ts";
import type { StepDef } from "../../../domain/functional/stepDef.ts";
import { listStepDefs, stepDefOf } from "../../../models/features/queries.ts";
import type { OperationContext } from "../../lib/context.ts";

export async function projectStepDefs(ctx: Pick<OperationContext, "models">, projectId: string): Promise<StepDef[]> {
  return [...BUILTIN_STEP_DEFS, ...(await listStepDefs(ctx.models, projectId)).map(stepDefOf)];
}

export async function projectLibrary(ctx: Pick<OperationContext, "models">, projectId: string): Promise<StepLibrary> {
  return readLibrary(await projectStepDefs(ctx, projectId));
}
