// Finds a run that the caller may see. A run of another project or organisation is reported as not found.
import { ProductError } from "../../../domain/errors.ts";
import { runWithin } from "../../../models/runs/lifecycle.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { reachOf } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

export async function findRun(ctx: Pick<OperationContext, "models">, caller: Caller, runId: string): Promise<Run> {
  const run = await runWithin(ctx.models, runId, reachOf(caller));
  if (!run) throw new ProductError("not_found", `Run "${runId}" was not found.`);
  return run;
}

/** Returns the key by which callers of the same reach share a read of the run. */
export function sharedKeyOf(caller: Caller, runId: string): string {
  const { orgId, projectId = "" } = reachOf(caller);
  return `${orgId} ${projectId} ${runId}`;
}
