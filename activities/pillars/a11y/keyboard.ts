// Walks through the page with the Tab key and notes where the focus goes and whether it can be seen.

import type { Visit } from "../../../browsers/page/visit.ts";
import type { FocusStop, KeyboardWalk } from "../../../domain/pillars/a11y/gathered.ts";
import { focusPictures } from "./focusPictures.ts";
import { type FocusStep, installFocusRecorder } from "./inPage/focusRecorder.ts";
import type { Described } from "./inPage/naming.ts";
import { LateError, type World } from "./worlds.ts";

const MOST_PRESSES = 60;
const STEP_MS = 5_000;
/** So often in a row the focus may stay where it is before that is looked into. */
const STAYS = 3;
/** A date field has five parts, a player about ten. */
const INNER_STAYS = 20;
/** The document itself holds the focus after the last control; longer than this there is none. */
const NOTHING = 3;

type Trail = { steps: FocusStep[]; first: Map<number, FocusStep>; differs: Map<number, boolean>; presses: number };

/** The page's own document; what is inside frames counts as one stop. Throws when the page goes away or does not answer. */
export async function walkByKeyboard(visit: Visit, world: World): Promise<KeyboardWalk> {
  const { guard } = visit;
  const trail: Trail = { steps: [], first: new Map(), differs: new Map(), presses: 0 };
  const press = async (key: keyof typeof KEYS): Promise<FocusStep> => {
    await guard.run(pressKey(visit, key), STEP_MS, () => new LateError(STEP_MS));
    trail.presses += 1;
    const step = await world.evaluate<FocusStep>("plumblineFocus.step()", STEP_MS);
    trail.steps.push(step);
    if (step.kind !== "none" && !trail.first.has(step.index)) trail.first.set(step.index, step);
    if (step.before !== null && !trail.differs.get(step.before.index))
      trail.differs.set(step.before.index, step.before.differs);
    return step;
  };
  const unreached = (): Promise<number> => world.evaluate<number>("plumblineFocus.unreached()", STEP_MS);

  await world.evaluate(`(${installFocusRecorder})()`, STEP_MS);
  let end: KeyboardWalk["end"] = "limit";
  let trap: { indexes: number[]; sure: boolean } | null = null;
  let freed = false;
  while (trail.presses < MOST_PRESSES) {
    const step = await press("Tab");
    if (step.kind === "none") {
      if (
        trail.steps.slice(-NOTHING).length === NOTHING &&
        trail.steps.slice(-NOTHING).every((s) => s.kind === "none")
      ) {
        end = "round";
        break;
      }
      continue;
    }
    const members = loopOf(trail, step);
    if (members === null) continue;
    const started = trail.steps.find(({ kind }) => kind !== "none")?.index;
    const everything = (await unreached()) === 0;
    const again = step.index === started;
    // Of a page whose every control was reached, a single one can still keep the focus.
    if ((everything && (again || members.length > 1)) || (again && passedThroughDocument(trail))) {
      end = "round";
      break;
    }
    const overlay = members.every((index) => trail.first.get(index)?.overlay === true);
    // Escape may close a dialog or let go of an editor; it is asked once.
    if (!freed) {
      freed = true;
      await press("Escape");
      const after = await press("Tab");
      if (after.kind === "none" || !members.includes(after.index)) continue;
    }
    if (overlay) {
      end = "dialog";
      break;
    }
    end = "trap";
    trap = { indexes: members, sure: !(await leadsOut(press, members)) };
    break;
  }
  const stops = await stopsOf(visit, world, trail);
  return {
    state: "walked",
    stops: stops.map(({ stop }) => stop),
    presses: trail.presses,
    end,
    trap:
      trap === null
        ? null
        : {
            members: trap.indexes.flatMap((index) => stops.find((s) => s.index === index)?.stop.target ?? []),
            sure: trap.sure,
          },
  };
}

const KEYS = {
  Tab: { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9, modifiers: 0 },
  "Shift+Tab": { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9, modifiers: 8 },
  Escape: { key: "Escape", code: "Escape", windowsVirtualKeyCode: 27, modifiers: 0 },
} as const;

/** The focus moves when the key goes down, so nothing waits for it to come up. */
async function pressKey({ lease }: Visit, name: keyof typeof KEYS): Promise<void> {
  const session = lease.cdp?.session;
  if (session === undefined) throw new Error("The walk by keyboard needs Chromium.");
  await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...KEYS[name] });
  session.send("Input.dispatchKeyEvent", { type: "keyUp", ...KEYS[name] }).catch(() => undefined);
}

/**
 * The controls that the focus goes round in, once it is at one for the second time by itself: null while it moves on.
 * The document between two of them is the end of the page and its beginning.
 */
function loopOf({ steps }: Trail, now: FocusStep): number[] | null {
  const stays = now.kind === "inner" ? INNER_STAYS : STAYS;
  const recent = steps.slice(-stays);
  if (recent.length === stays && recent.every(({ index }) => index === now.index)) return [now.index];
  if (now.fresh) return null;
  const back = steps.slice(0, -1).findLastIndex(({ index }) => index === now.index);
  const between = [...new Set(steps.slice(back, -1).map(({ index }) => index))];
  // A single control and the document take turns too.
  return between.length > 1 ? between.filter((index) => index >= 0) : null;
}

function passedThroughDocument({ steps }: Trail): boolean {
  return steps.some(({ kind }, index) => kind === "none" && index > 0);
}

/** Shift+Tab, once more than the loop has members. */
async function leadsOut(
  press: (key: keyof typeof KEYS) => Promise<FocusStep>,
  members: readonly number[],
): Promise<boolean> {
  for (let times = 0; times <= Math.min(members.length, 10); times += 1) {
    const step = await press("Shift+Tab");
    if (step.kind === "none" || !members.includes(step.index)) return true;
  }
  return false;
}

async function stopsOf(visit: Visit, world: World, trail: Trail): Promise<{ index: number; stop: FocusStop }[]> {
  // The last one is compared once it has lost the focus.
  await world.evaluate("document.activeElement?.blur?.()", STEP_MS);
  const final = await world.evaluate<FocusStep>("plumblineFocus.step()", STEP_MS);
  if (final.before !== null && !trail.differs.get(final.before.index))
    trail.differs.set(final.before.index, final.before.differs);
  const names = await world.evaluate<(Described | null)[]>("plumblineNaming.of(plumblineFocus.elements())", STEP_MS);
  const plain = [...trail.first.values()].filter(
    ({ kind, index, visible }) => kind === "element" && visible && trail.differs.get(index) === false,
  );
  const pictures = await focusPictures(
    visit,
    world,
    plain.map(({ index }) => index),
  );
  return [...trail.first.values()].flatMap((step) => {
    const target = names[step.index]?.target;
    if (target === undefined) return [];
    const { name, visible, place, index } = step;
    return [{ index, stop: { target, name, visible, place, indicator: indicatorOf(step, trail, pictures) } }];
  });
}

function indicatorOf(
  { index, kind, caret }: FocusStep,
  { differs }: Trail,
  pictures: ReadonlyMap<number, boolean>,
): FocusStop["indicator"] {
  if (kind === "inner" || !differs.has(index)) return "unknown";
  if (differs.get(index)) return "style";
  const picture = pictures.get(index);
  if (picture) return "pixels";
  if (caret) return "caret";
  // Where pictures have shown what styles do not tell, one that was not taken might have too.
  return picture === undefined && [...pictures.values()].includes(true) ? "unknown" : "none";
}
