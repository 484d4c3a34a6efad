// The functional run that a document is asked of.
import { ProductError } from "../../../domain/errors.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { findRun } from "../runs/findRun.ts";

/** Throws conflict while the run goes on, validation_error for a run of another type. `what` is written of it: "JUnit is". */
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
      `Run "${run._id}" is a ${run.type} run; ${what} written of functional tests.`,
    );
  if (run.status === "running") throw new ProductError("conflict", `Run "${run._id}" is still running.`);
  return run;
}
