import type { RunEnd, RunInput } from "./partsRun.ts";
import { shotRun } from "./shotRun.ts";

/** A visual regression test: every shot is compared with its baseline. */
export async function visualRun(input: RunInput): Promise<RunEnd> {
  return shotRun("visual", input);
}
