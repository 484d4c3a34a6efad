// Finds the functional run that a report is requested for.
import { ProductError } from "../../../domain/errors.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { findRun } from "../runs/findRun.ts";

/**
 * Throws `conflict` while the run is running, and `validation_error` for a run of another type. `what` is the subject of the message, such
 * as "JUnit is".
 */
export async function endedFeatureRun(
  ctx: OperationContext,
  caller: Caller,
  runId: string,
  what: string,
): Promise<Run> {
  requireReadRight(caller);
  const run = await findRun(ctx, caller, runId);
  if (run.type !== "frt-test")
    throw new ProductError(
      "validation_error",
      `Run "${run._id}" is a ${run.type} run; ${what} only available for functional tests.`,
    );
  if (run.status === "running") throw new ProductError("conflict", `Run "${run._id}" is still running.`);
  return run;
}
