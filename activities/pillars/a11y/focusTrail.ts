// Follows the focus, key after key, through the page's document and those of its frames. All stops share one numbering.
import { CaptureFailure } from "../../../browsers/page/failures.ts";
import { DocumentGoneError, LateError, type World } from "../../../browsers/page/frameWorlds.ts";
import { type Described, installNaming } from "../../../browsers/page/inPage/naming.ts";
import type { Visit } from "../../../browsers/page/visit.ts";
import type { KeyChord } from "../../../domain/pillars/a11y/keyChords.ts";
import { installFocusAppearances } from "./inPage/focusAppearances.ts";
import { type FocusStep, installFocusRecorder, type Left } from "./inPage/focusRecorder.ts";
import { REST_EVENTS } from "./inPage/rest.ts";
import { pressKey } from "./keys.ts";

export const STEP_MS = 5_000;
const MAX_FRAMES = 10;
const DEEPEST = 3;
/** For a page whose scripts move the focus: how long the focus must stay before the next key. */
const EXTRA_WAIT_MS = 300;

const INSTALL = `globalThis.plumblineNaming ?? (${installNaming})();(${installFocusAppearances})();(${installFocusRecorder})(${JSON.stringify(REST_EVENTS)})`;

/** A document that contains stops. `holder`: the number of its frame in the surrounding document. */
export type Ground = { world: World; around: Ground | null; holder: number; inner: Map<number, Ground | null> };

/** `id`: -1 for none. */
export type Step = FocusStep & { id: number; ground: Ground };

export type Trail = {
  readonly steps: readonly Step[];
  /** By id: the step at which it was first reached. */
  readonly first: ReadonlyMap<number, Step>;
  /** By id: what changed when it lost the focus. */
  readonly left: ReadonlyMap<number, Left>;
  presses(): number;
  press(key: Omit<KeyChord, "label">): Promise<Step>;
  /** Returns where the focus currently is, without pressing a key. */
  look(): Promise<Step>;
  unreached(): Promise<number>;
  /** Waits longer after every key from now on. */
  waitLonger(): void;
  /** Returns selectors of all stops, by id. */
  names(): Promise<Map<number, Pick<Described, "target" | "kind">>>;
};

export async function startTrail(visit: Visit, world: World): Promise<Trail> {
  const { guard } = visit;
  const page: Ground = { world, around: null, holder: -1, inner: new Map() };
  const grounds: Ground[] = [page];
  const ids = new Map<string, number>();
  const steps: Step[] = [];
  const first = new Map<number, Step>();
  const left = new Map<number, Left>();
  let presses = 0;
  let extraMs = 0;
  let last = page;

  const idOf = (ground: Ground, index: number): number => {
    if (index < 0) return -1;
    const key = `${grounds.indexOf(ground)} ${index}`;
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  };
  const keepLeft = (ground: Ground, before: Left | null): void => {
    if (before === null) return;
    const id = idOf(ground, before.index);
    const known = left.get(id);
    if (known === undefined || (!known.sure && (before.sure || !known.differs))) left.set(id, before);
  };
  const stepOf = async (ground: Ground): Promise<{ step: FocusStep; ground: Ground }> => {
    const step = await ground.world.evaluate<FocusStep>(`plumblineFocus.step(${extraMs})`, STEP_MS + extraMs);
    keepLeft(ground, step.before);
    if (!step.frame) return { step, ground };
    let inner = ground.inner.get(step.index);
    if (inner === undefined) {
      inner = grounds.length > MAX_FRAMES || depthOf(ground) >= DEEPEST ? null : await enter(ground, step.index);
      ground.inner.set(step.index, inner);
      if (inner !== null) grounds.push(inner);
    }
    if (inner === null) return { step, ground };
    const deeper = await despiteGone(stepOf(inner), null);
    // A frame that scrolls, or has no controls, takes the focus itself.
    if (deeper === null || deeper.step.kind === "none") return { step, ground };
    const { stolen, every } = step;
    const overlay = step.overlay || deeper.step.overlay;
    return {
      ...deeper,
      step: { ...deeper.step, overlay, stolen: stolen || deeper.step.stolen, every: every || deeper.step.every },
    };
  };
  const look = async (): Promise<Step> => {
    const { step, ground } = await stepOf(page);
    if (last !== page && last !== ground) {
      const outside = await despiteGone(last.world.evaluate<FocusStep>("plumblineFocus.step(0)", STEP_MS), null);
      keepLeft(last, outside?.before ?? null);
    }
    last = ground;
    const placed: Step = { ...step, place: ground === page ? step.place : null, ground, id: idOf(ground, step.index) };
    if (placed.kind !== "none" && !first.has(placed.id)) first.set(placed.id, placed);
    return placed;
  };

  await world.evaluate(INSTALL, STEP_MS);
  return {
    steps,
    first,
    left,
    presses: () => presses,
    look,
    async press(key) {
      await guard.run(pressKey(visit, key), STEP_MS, () => new LateError(STEP_MS));
      presses += 1;
      const step = await look();
      steps.push(step);
      return step;
    },
    async unreached() {
      let count = 0;
      for (const ground of grounds)
        count += await despiteGone(ground.world.evaluate<number>("plumblineFocus.unreached()", STEP_MS), 0);
      return count;
    },
    waitLonger: () => {
      extraMs = EXTRA_WAIT_MS;
    },
    async names() {
      const named = new Map<number, Pick<Described, "target" | "kind">>();
      const prefixes = new Map<Ground, string>([[page, ""]]);
      for (const ground of grounds) {
        const prefix = prefixes.get(ground) ?? "";
        const asked = ground.world.evaluate<(Described | null)[]>(
          "plumblineNaming.of(plumblineFocus.elements())",
          STEP_MS,
        );
        // The page's main document must still exist.
        const list = ground === page ? await asked : await despiteGone(asked, []);
        for (const [index, described] of list.entries()) {
          if (described === null) continue;
          const target = `${prefix}${described.target}`;
          named.set(idOf(ground, index), { target, kind: described.kind });
          const inner = ground.inner.get(index);
          if (inner) prefixes.set(inner, `${target} |> `);
        }
      }
      return named;
    },
  };
}

function depthOf(ground: Ground): number {
  return ground.around === null ? 0 : 1 + depthOf(ground.around);
}

/** Null: it cannot be entered. */
async function enter(ground: Ground, holder: number): Promise<Ground | null> {
  const world = await ground.world.inside(`plumblineFocus.element(${holder})`, STEP_MS);
  if (world === null) return null;
  const installed = await despiteGone(
    world.evaluate(INSTALL, STEP_MS).then(() => true),
    false,
  );
  return installed ? { world, around: ground, holder, inner: new Map() } : null;
}

/** A frame that is removed or does not respond must not abort the walk. */
async function despiteGone<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof CaptureFailure || !(error instanceof DocumentGoneError || error instanceof LateError))
      throw error;
    return otherwise;
  }
}
