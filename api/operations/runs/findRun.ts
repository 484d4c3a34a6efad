// A run that the caller may see. One of another project or organisation is as unknown as one that never was.
import { ProductError } from "../../../domain/errors.ts";
import type { Run } from "../../../models/run.ts";
import { visible } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

export async function findRun(ctx: Pick<OperationContext, "models">, caller: Caller, runId: string): Promise<Run> {
  const run = await ctx.models.runs.findOne({ _id: runId, ...visible(caller, "projectId") }).lean<Run>();
  if (!run) throw new ProductError("not_found", `Run "${runId}" was not found.`);
  return run;
}
