// Checks the page at 320 px, equivalent to 400 % zoom of 1280, and at 640 px, equivalent to 200 %.

import type { World } from "../../../browsers/page/frameWorlds.ts";
import type { Visit } from "../../../browsers/page/visit.ts";
import type { CutText, Reflow, TextZoom } from "../../../domain/pillars/a11y/gathered.ts";
import { findCutText } from "./inPage/cutText.ts";
import { measureReflow } from "./inPage/reflow.ts";
import { AUDITED_WIDTHS, resize } from "./widths.ts";

const MEASURE_MS = 10_000;

const cutText = (world: World): Promise<CutText[]> => world.evaluate<CutText[]>(`(${findCutText})()`, MEASURE_MS);

/** Leaves the page at desktop width. */
export async function gatherReflow(visit: Visit, world: World): Promise<{ reflow: Reflow; zoom: TextZoom }> {
  await resize(visit, world, { width: 320, height: 800, mobile: false });
  const measured = await world.evaluate<Omit<Reflow, "state" | "cut">>(`(${measureReflow})()`, MEASURE_MS);
  const narrow = await cutText(world);
  await resize(visit, world, { width: 640, height: 512, mobile: false });
  const zoomed = await cutText(world);
  await resize(visit, world, AUDITED_WIDTHS[0]);
  // Text that is also clipped on a wide screen was clipped intentionally, or has nothing to do with zoom.
  const wide = narrow.length + zoomed.length === 0 ? [] : await cutText(world);
  const placed = (list: CutText[]): CutText[] =>
    list.map((cut) => (wide.some(({ target }) => target === cut.target) ? { ...cut, always: true } : cut));
  return {
    reflow: { state: "measured", ...measured, cut: placed(narrow) },
    zoom: { state: "measured", cut: placed(zoomed) },
  };
}
