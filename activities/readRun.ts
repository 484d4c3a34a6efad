// Reads the run an activity works for.
import type { Run } from "../models/runs/schema.ts";
import { findWork } from "../models/work/queries.ts";
import type { CommonDeps } from "./commonDeps.ts";
import { invalid } from "./failures.ts";

/** Throws a non-retryable failure if the run does not exist. */
export async function readRun({ models }: Pick<CommonDeps, "models">, runId: string): Promise<Run> {
  const run = await findWork(models, "run", runId);
  if (!run) throw invalid(`The run ${runId} is not in the database.`);
  return run;
}
