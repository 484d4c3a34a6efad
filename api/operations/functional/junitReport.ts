// A functional run for build servers.
import { ProductError } from "../../../domain/errors.ts";
import { junitOf } from "../../../domain/functional/junit.ts";
import { RUN_NAME } from "../../../domain/runTypes.ts";
import { scenariosOfRun } from "../../../models/scenarioRuns.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { findRun } from "../runs/findRun.ts";

/** JUnit's XML. Throws conflict while the run goes on, validation_error for a run of another type. */
export async function junitReport(ctx: OperationContext, caller: Caller, runId: string): Promise<string> {
  requireReadRight(caller);
  const run = await findRun(ctx, caller, runId);
  if (run.type !== "frt-test")
    throw new ProductError(
      "validation_error",
      `Run "${run._id}" is a ${run.type} run; JUnit is written of functional tests.`,
    );
  if (run.status === "running") throw new ProductError("conflict", `Run "${run._id}" is still running.`);
  return junitOf(`${RUN_NAME[run.type]} ${run._id}`, await scenariosOfRun(ctx.models, run._id));
}
