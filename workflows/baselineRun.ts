import type { RunEnd, RunInput } from "./partsRun.ts";
import { shotRun } from "./shotRun.ts";

/** Captures every shot and makes it the baseline of the run's branch. */
export async function baselineRun(input: RunInput): Promise<RunEnd> {
  return shotRun("baseline", input);
}
