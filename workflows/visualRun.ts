import type { RunEnd, RunInput } from "./partsRun.ts";
import { shotRun } from "./shotRun.ts";

/** A visual regression test: compares every shot with its baseline. */
export async function visualRun(input: RunInput): Promise<RunEnd> {
  return shotRun("visual", input);
}
