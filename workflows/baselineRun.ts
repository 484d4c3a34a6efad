import { type ShotRunInput, shotRun } from "./shotRun.ts";

/** Captures every shot and makes it the baseline of the run's branch. */
export async function baselineRun(input: ShotRunInput): Promise<{ status: string; verdict: string | null }> {
  return shotRun("baseline", input);
}
