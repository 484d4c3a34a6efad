// Splits long work into parts, so that the event loop turns in between.

/** Duration of uninterrupted work, of all callers together. Heartbeats, requests and timers wait this long, and the work loses a few percent. */
const PART_MS = 15;

/** When the loop last turned for a caller of this module. After a pause this is long ago, which costs one additional turn. */
let began = 0;
let coming: Promise<void> | undefined;

/** Returns whether the work since the last turn has used up its part, so that `nextTurn` has to be awaited. */
export const isTurnDue = (): boolean => performance.now() - began >= PART_MS;

/** Resolves when the event loop has turned. All waiting callers share the turn and the part after it, however many they are. */
export function nextTurn(): Promise<void> {
  coming ??= new Promise((resolve) =>
    setImmediate(() => {
      coming = undefined;
      began = performance.now();
      resolve();
    }),
  );
  return coming;
}

/** Runs `work` for each item in order. The work on a single item must be limited by itself. */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  for (const item of items) {
    work(item);
    if (isTurnDue()) await nextTurn();
  }
}
