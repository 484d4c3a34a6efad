import { type ShotRunInput, shotRun } from "./shotRun.ts";

/** A visual regression test: every shot is compared with its baseline. */
export async function visualRun(input: ShotRunInput): Promise<{ status: string; verdict: string | null }> {
  return shotRun("visual", input);
}
