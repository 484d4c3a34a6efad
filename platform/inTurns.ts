// Long work in parts, so that the event loop turns in between.

/** Work in one go, of all callers together. Heartbeats, requests and timers wait so long, and the work loses a few percent. */
const PART_MS = 15;

/** When the loop last turned for somebody here. After a pause it is long ago, which costs one turn more. */
let began = 0;
let coming: Promise<void> | undefined;

/** Whether the work since the last turn has taken its part: `nextTurn` is to be awaited then. */
export const isTurnDue = (): boolean => performance.now() - began >= PART_MS;

/** Resolves when the event loop has turned. All who wait share the turn and the part after it, however many they are. */
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

/** Runs `work` for each item in order. What `work` does with one item must be bounded by itself. */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  for (const item of items) {
    work(item);
    if (isTurnDue()) await nextTurn();
  }
}
