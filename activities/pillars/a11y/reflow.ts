// Looks at the page in 320 px, which is what 400 % zoom leaves of 1280.

import type { Visit } from "../../../browsers/page/visit.ts";
import type { Reflow } from "../../../domain/pillars/a11y/gathered.ts";
import { measureReflow } from "./inPage/reflow.ts";
import { resize } from "./widths.ts";
import type { World } from "./worlds.ts";

const MEASURE_MS = 10_000;

/** Leaves the page at that width. */
export async function gatherReflow(visit: Visit, world: World): Promise<Reflow> {
  await resize(visit, world, { width: 320, height: 800, mobile: false });
  return { state: "measured", ...(await world.evaluate<Omit<Reflow, "state">>(`(${measureReflow})()`, MEASURE_MS)) };
}
