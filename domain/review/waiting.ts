// Counts what needs review: the same count and sentence for navigation, inbox, overview, gate and lists.
import { plural } from "../text.ts";
import type { Difference } from "./place.ts";

/**
 * `screenshots`: results that nobody has reviewed. `changes`: distinct changes that they show. `changedScreenshots`: screenshots that show
 * changes; the others are first screenshots.
 */
export type WaitingCount = { screenshots: number; changes: number; changedScreenshots: number };

export const NOTHING_WAITS: WaitingCount = { screenshots: 0, changes: 0, changedScreenshots: 0 };

export function countWaiting(items: Iterable<Pick<Difference, "names">>): WaitingCount {
  const changes = new Set<string>();
  const count = { screenshots: 0, changedScreenshots: 0 };
  for (const { names } of items) {
    count.screenshots += 1;
    if (names.length > 0) count.changedScreenshots += 1;
    for (const name of names) changes.add(name);
  }
  return { ...count, changes: changes.size };
}

/** Returns "12 changes in 41 screenshots", "3 first screenshots", or null if nothing needs review. */
export function waitingWords({ screenshots, changes, changedScreenshots }: WaitingCount): string | null {
  const first = screenshots - changedScreenshots;
  const parts = [
    changes > 0 ? `${plural(changes, "change")} in ${plural(changedScreenshots, "screenshot")}` : null,
    first > 0 ? plural(first, "first screenshot") : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(" and ") : null;
}
