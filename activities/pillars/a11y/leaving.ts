// Tries the ways out of a part that traps the keyboard focus: Escape, its close button, a key that the page names, Shift+Tab.
import { waysOut } from "../../../domain/pillars/a11y/keyChords.ts";
import { STEP_MS, type Step, type Trail } from "./focusTrail.ts";
import { REST_LIMITS } from "./inPage/rest.ts";
import { KEYS } from "./keys.ts";

const MAX_BACK = 10;
const MIN_LOOKS = 5;
/** Label of a control in the loop that explains the way out when pressed. */
const EXPLAINS = /\b(how to|help|instructions|keyboard|hilfe|aide|ayuda)\b/i;

type Members = readonly number[];

const outside = (step: Step, members: Members): boolean => step.kind === "none" || !members.includes(step.id);

/** Returns whether the focus stays outside, because a task of the page may bring it back a little later. */
const staysOutside = async (trail: Trail, step: Step, members: Members): Promise<boolean> =>
  outside(step, members) && !(step.every && (await comes(trail, (now) => !outside(now, members))));

/** Presses Escape, then the button that closes the part, each followed by Tab. */
export async function leadsOut(trail: Trail, members: Members): Promise<boolean> {
  await trail.press(KEYS.Escape);
  if (outside(await trail.press(KEYS.Tab), members)) return true;
  for (const [ground, indexes] of byGround(trail, members)) {
    const closing = await ground.world.evaluate<number>(
      `plumblineFocus.focusClosing(${JSON.stringify(indexes)})`,
      STEP_MS,
    );
    if (closing < 0) continue;
    await trail.press(KEYS.Enter);
    if (outside(await trail.press(KEYS.Tab), members)) return true;
  }
  return false;
}

/** Returns the key that leads out, as documented by the page; "" if the page explains it only after a control is pressed; null for none. */
export async function documentedWay(trail: Trail, members: Members): Promise<string | null> {
  for (const [ground, indexes] of byGround(trail, members)) {
    const text = await ground.world.evaluate<string>(`plumblineFocus.words(${JSON.stringify(indexes)})`, STEP_MS);
    for (const { label, ...chord } of waysOut(text)) {
      // Any of the members may handle the key.
      for (let times = 0; times < Math.min(members.length, MAX_BACK); times += 1) {
        for (const key of [chord, KEYS.Tab])
          if (await staysOutside(trail, await trail.press(key), members)) return label;
      }
    }
  }
  return members.some((id) => EXPLAINS.test(trail.first.get(id)?.name ?? "")) ? "" : null;
}

/** Presses Shift+Tab, once more than the loop has members. */
export async function leadsBack(trail: Trail, members: Members): Promise<boolean> {
  for (let times = 0; times <= Math.min(members.length, MAX_BACK); times += 1)
    if (await staysOutside(trail, await trail.press(KEYS["Shift+Tab"]), members)) return true;
  return false;
}

/** For a page that runs a task every few tenths of a second: returns whether that moves the focus. */
export const lingers = (trail: Trail, { id }: Step): Promise<boolean> => comes(trail, (now) => now.id !== id);

/** Returns whether the focus comes to such a step without a key. On a busy machine a single look can take all of the time. */
async function comes(trail: Trail, wanted: (now: Step) => boolean): Promise<boolean> {
  const end = performance.now() + REST_LIMITS.intervalMs + 100;
  for (let looks = 0; looks < MIN_LOOKS || performance.now() < end; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (wanted(await trail.look())) return true;
  }
  return false;
}

function byGround(trail: Trail, members: Members): Map<Step["ground"], number[]> {
  const grounds = new Map<Step["ground"], number[]>();
  for (const id of members) {
    const step = trail.first.get(id);
    if (step !== undefined) grounds.set(step.ground, [...(grounds.get(step.ground) ?? []), step.index]);
  }
  return grounds;
}
