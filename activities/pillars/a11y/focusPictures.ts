// Checks by screenshots whether a control changes on focus, for those whose styles are inconclusive.

import { LateError, type World } from "../../../browsers/page/frameWorlds.ts";
import type { Visit } from "../../../browsers/page/visit.ts";
import { type Seen, seenBetween } from "../../../domain/pillars/a11y/focusPixels.ts";
import type { Place } from "../../../domain/pillars/a11y/gathered.ts";
import { decodePng } from "../../compare/engine/decode.ts";
import { STEP_MS, type Step, type Trail } from "./focusTrail.ts";
import { AUDITED_WIDTHS, seen } from "./widths.ts";

export type { Seen };

/** Maximum number of screenshot pairs; a pair takes 80 ms. */
const MAX_PAIRS = 16;
/** Number of controls compared among those that look and change alike. */
const OF_A_KIND = 2;
/** Room for rings, bars and marks next to the control. */
const MARGIN = 48;
const WIDEST = 1_440;
const HIGHEST = 900;

/** Returns the results by id. Left out: controls beyond the maximum, without a box, or in a group with differing results. */
export async function focusPictures(visit: Visit, world: World, trail: Trail): Promise<Map<number, Seen>> {
  const groups = new Map<string, Step[]>();
  for (const step of trail.first.values()) {
    const change = trail.left.get(step.id);
    if (step.kind !== "element" || change === undefined || change.sure) continue;
    // An invisible control may be represented by a box next to it.
    if (!step.visible && !change.differs) continue;
    const key = `${change.group} ${step.caret}`;
    groups.set(key, [...(groups.get(key) ?? []), step]);
  }
  if (groups.size === 0) return new Map();
  return seen(visit, world, AUDITED_WIDTHS[0], () => compareGroups(visit, [...groups.values()]));
}

async function compareGroups(visit: Visit, groups: readonly Step[][]): Promise<Map<number, Seen>> {
  const found = new Map<number, Seen>();
  let pairs = 0;
  for (const group of groups) {
    const verdicts: Seen[] = [];
    for (const step of group) {
      if (pairs >= MAX_PAIRS) return found;
      if (verdicts.length >= OF_A_KIND && new Set(verdicts).size === 1) break;
      pairs += 1;
      const verdict = await compareFocus(visit, step);
      await step.ground.world.evaluate("plumblineFocus.goOn()", STEP_MS);
      if (verdict === null) continue;
      verdicts.push(verdict);
      found.set(step.id, verdict);
    }
    const [verdict] = verdicts;
    if (verdict !== undefined && verdicts.length >= OF_A_KIND && new Set(verdicts).size === 1)
      for (const step of group) if (!found.has(step.id)) found.set(step.id, verdict);
  }
  return found;
}

async function compareFocus({ driver, guard }: Visit, step: Step): Promise<Seen | null> {
  const { world } = step.ground;
  const held = await world.evaluate<Place | null>(`plumblineFocus.hold(${step.index})`, STEP_MS);
  if (held === null) return null;
  const from = await originOf(step.ground);
  const [x, y] = [held.x + from.x, held.y + from.y];
  const [left, top] = [Math.max(0, Math.floor(x) - MARGIN), Math.max(0, Math.floor(y) - MARGIN)];
  const clip = {
    x: left,
    y: top,
    width: Math.min(WIDEST, Math.ceil(x + held.width) + MARGIN - left),
    height: Math.min(HIGHEST, Math.ceil(y + held.height) + MARGIN - top),
  };
  if (clip.width <= 0 || clip.height <= 0) return null;
  const shoot = (): Promise<Uint8Array> => guard.run(driver.shoot(clip), STEP_MS, () => new LateError(STEP_MS));
  const focused = await shoot();
  await world.evaluate(`plumblineFocus.letGo(${step.index})`, STEP_MS);
  const unfocused = await shoot();
  // Equal pixels are encoded to equal bytes.
  if (Buffer.from(focused).equals(unfocused)) return "none";
  // Repeat in reverse order, to see whether the focus caused the difference.
  const unfocusedAgain = await shoot();
  await world.evaluate(`plumblineFocus.hold(${step.index})`, STEP_MS);
  const focusedAgain = await shoot();
  await world.evaluate(`plumblineFocus.letGo(${step.index})`, STEP_MS);
  const [a, b, c, d] = await Promise.all([focused, unfocused, unfocusedAgain, focusedAgain].map(decodePng));
  if (!a || !b || !c || !d) return null;
  return seenBetween([a, d], [b, c], { x: x - left, y: y - top, width: held.width, height: held.height });
}

/** Returns the origin of a document within the page, in CSS px. */
async function originOf(ground: Step["ground"]): Promise<{ x: number; y: number }> {
  if (ground.around === null) return { x: 0, y: 0 };
  const outer = await originOf(ground.around);
  const at = await ground.around.world.evaluate<{ x: number; y: number }>(
    `plumblineFocus.frameAt(${ground.holder})`,
    STEP_MS,
  );
  return { x: outer.x + at.x, y: outer.y + at.y };
}
