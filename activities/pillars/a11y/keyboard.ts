// Walks through the page with the Tab key and records where the focus goes and whether it is visible.

import type { World } from "../../../browsers/page/frameWorlds.ts";
import type { Visit } from "../../../browsers/page/visit.ts";
import type { FocusStop, KeyboardWalk } from "../../../domain/pillars/a11y/gathered.ts";
import { focusPictures, type Seen } from "./focusPictures.ts";
import { STEP_MS, type Step, startTrail, type Trail } from "./focusTrail.ts";
import { KEYS } from "./keys.ts";
import { documentedWay, leadsBack, leadsOut, lingers } from "./leaving.ts";

/** Maximum key presses of a walk, which then reports the limit; a page of 150 links takes 2 s. */
const MAX_PRESSES = 250;
/** Number of consecutive presses without movement before the focus is considered stuck. */
const STAYS = 3;
/** A date field has five parts, a player about ten. */
const INNER_STAYS = 20;
/** The document itself gets the focus after the last control; after this many presses nothing follows. */
const NOTHING = 3;

/** Throws if the page is gone or does not respond. */
export async function walkByKeyboard(visit: Visit, world: World): Promise<KeyboardWalk> {
  const trail = await startTrail(visit, world);
  let end: KeyboardWalk["end"] = "limit";
  let trap: { members: number[]; sure: boolean; way?: string } | null = null;
  let freed = false;
  let lingered = false;
  while (trail.presses() < MAX_PRESSES) {
    const step = await trail.press(KEYS.Tab);
    if (step.stolen) trail.waitLonger();
    if (step.kind !== "none" && step.every && !lingered) {
      lingered = true;
      if (await lingers(trail, step)) trail.waitLonger();
    }
    if (step.kind === "none") {
      const recent = trail.steps.slice(-NOTHING);
      if (recent.length === NOTHING && recent.every(({ kind }) => kind === "none")) {
        end = "round";
        break;
      }
      continue;
    }
    const members = loopOf(trail, step);
    if (members === null) continue;
    const started = trail.steps.find(({ kind }) => kind !== "none")?.id;
    const everything = (await trail.unreached()) === 0;
    const again = step.id === started;
    // Even if every control was reached, a single one can still trap the focus.
    if ((everything && (again || members.length > 1)) || (again && passedThroughDocument(trail))) {
      end = "round";
      break;
    }
    // A dialog, an editor or a sheet may be left by Escape or by its button; each is tried once.
    if (!freed) {
      freed = true;
      if (await leadsOut(trail, members)) continue;
    }
    if (members.every((id) => trail.first.get(id)?.overlay === true)) {
      end = "dialog";
      break;
    }
    end = "trap";
    const way = await documentedWay(trail, members);
    trap = way !== null ? { members, sure: false, way } : { members, sure: !(await leadsBack(trail, members)) };
    break;
  }
  const stops = await stopsOf(visit, world, trail);
  return {
    state: "walked",
    stops: stops.map(({ stop }) => stop),
    presses: trail.presses(),
    end,
    trap:
      trap === null
        ? null
        : {
            members: trap.members.flatMap((id) => stops.find((s) => s.id === id)?.stop.target ?? []),
            sure: trap.sure,
            ...(trap.way === undefined ? {} : { way: trap.way }),
          },
  };
}

/**
 * Returns the controls the focus cycles through, once it returns to one on its own; null while it moves on.
 * The document between two of them is the page's end and beginning.
 */
function loopOf({ steps }: Trail, now: Step): number[] | null {
  const stays = now.kind === "inner" ? INNER_STAYS : STAYS;
  const recent = steps.slice(-stays);
  if (recent.length === stays && recent.every(({ id }) => id === now.id)) return [now.id];
  const back = steps.slice(0, -1).findLastIndex(({ id }) => id === now.id);
  if (back < 0) return null;
  const between = [...new Set(steps.slice(back, -1).map(({ id }) => id))];
  // The focus may also alternate between a single control and the document.
  return between.length > 1 ? between.filter((id) => id >= 0) : null;
}

function passedThroughDocument({ steps }: Trail): boolean {
  return steps.some(({ kind }, index) => kind === "none" && index > 0);
}

async function stopsOf(visit: Visit, world: World, trail: Trail): Promise<{ id: number; stop: FocusStop }[]> {
  // The last control is compared once it has lost the focus.
  const last = trail.steps.at(-1);
  if (last !== undefined && last.kind !== "none") {
    await last.ground.world.evaluate("document.activeElement?.blur?.()", STEP_MS);
    await trail.look();
  }
  const names = await trail.names();
  const seen = await focusPictures(visit, world, trail);
  return [...trail.first.values()].flatMap((step) => {
    const named = names.get(step.id);
    if (named === undefined) return [];
    const { id, name, visible, place } = step;
    return [{ id, stop: { ...named, name, visible, place, indicator: indicatorOf(step, trail, seen) } }];
  });
}

function indicatorOf(
  { id, kind, caret, visible }: Step,
  { left }: Trail,
  seen: ReadonlyMap<number, Seen>,
): FocusStop["indicator"] {
  const change = left.get(id);
  if (kind === "inner" || change === undefined) return "unknown";
  if (change.sure) return "style";
  const picture = seen.get(id) ?? (visible || change.differs ? undefined : "none");
  if (picture === undefined || picture === "unknown") return "unknown";
  if (picture === "pixels") return picture;
  return caret ? "caret" : picture;
}
