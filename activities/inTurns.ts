// Long lists, worked through in parts, so that the event loop turns in between.
import { setImmediate as turn } from "node:timers/promises";

/** Work in one go. Heartbeats, cancels and other activities wait so long at most, and the work loses a few percent. */
const PART_MS = 15;

/** Runs `work` for each item in order. What `work` does with one item must be bounded by itself. */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - began < PART_MS) continue;
    await turn();
    began = performance.now();
  }
}
