// Whether the picture of a control changes when it gets the focus: asked of those whose styles do not.

import type { Visit } from "../../../browsers/page/visit.ts";
import type { Place } from "../../../domain/pillars/a11y/gathered.ts";
import { LateError, type World } from "./worlds.ts";

const MOST = 8;
const STEP_MS = 5_000;
/** Room for an outline. */
const MARGIN = 8;
const LARGEST = 800;

/** By number of the element: whether any pixel differs. Those beyond the first eight, or without a box, are left out. */
export async function focusPictures(
  { driver, guard }: Visit,
  world: World,
  indexes: readonly number[],
): Promise<Map<number, boolean>> {
  const differs = new Map<number, boolean>();
  for (const index of indexes.slice(0, MOST)) {
    const held = await world.evaluate<Place | null>(`plumblineFocus.hold(${index})`, STEP_MS);
    if (held === null) continue;
    const clip = {
      x: Math.max(0, Math.floor(held.x) - MARGIN),
      y: Math.max(0, Math.floor(held.y) - MARGIN),
      width: Math.min(LARGEST, Math.ceil(held.width) + 2 * MARGIN),
      height: Math.min(LARGEST, Math.ceil(held.height) + 2 * MARGIN),
    };
    const shoot = (): Promise<Uint8Array> => guard.run(driver.shoot(clip), STEP_MS, () => new LateError(STEP_MS));
    const focused = await shoot();
    await world.evaluate(`plumblineFocus.letGo(${index})`, STEP_MS);
    const unfocused = await shoot();
    // The same encoder gives the same bytes for the same pixels.
    differs.set(index, !Buffer.from(focused).equals(unfocused));
  }
  return differs;
}
