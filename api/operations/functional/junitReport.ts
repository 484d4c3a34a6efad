// Exports a functional run for build servers.
import { junitOf } from "../../../domain/functional/junit.ts";
import { RUN_NAME } from "../../../domain/runTypes.ts";
import { scenariosOfRun } from "../../../models/scenarioRuns/ofRun.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { endedFeatureRun } from "./endedFeatureRun.ts";

/** Returns JUnit XML. Throws the same errors as `endedFeatureRun`. */
export async function junitReport(ctx: OperationContext, caller: Caller, runId: string): Promise<string> {
  const run = await endedFeatureRun(ctx, caller, runId, "JUnit is");
  return junitOf(`${RUN_NAME[run.type]} ${run._id}`, await scenariosOfRun(ctx.models, run._id));
}
