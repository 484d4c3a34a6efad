// Results that a person decided in an inbox: what is approved is no part of the list after a reload, and its undo is. Kept in the tab.
import type { ReviewList } from "./lists.ts";
import type { Row } from "./model.ts";

type Store = Pick<Storage, "getItem" | "setItem">;
const PREFIX = "plumbline.decided.";
/** Far more than fifty decisions are about, as a rule. */
const MAX_KEPT = 1_000;

/** The results, those that were decided last at the end. */
export function readDecided(store: Store, name: string): string[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(PREFIX + name) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** Adds results to those that were decided. */
export function keepDecidedHere(store: Store, name: string, ids: readonly string[]): void {
  const now = new Set(ids);
  const kept = [...readDecided(store, name).filter((id) => !now.has(id)), ...ids].slice(-MAX_KEPT);
  try {
    store.setItem(PREFIX + name, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}

/** The list with results that it does not have, each in its group. */
export function withRows(list: ReviewList, rows: readonly Row[]): ReviewList {
  const known = new Set(list.shots.map(({ shotId }) => shotId));
  const missing = rows.filter(({ shotId }) => !known.has(shotId));
  const groups = new Set(list.groups.map(({ id }) => id));
  const added = [...Map.groupBy(missing, ({ groupId }) => groupId)].filter(([id]) => !groups.has(id));
  return {
    ...list,
    groups: [
      ...list.groups,
      ...added.map(([id, some]) => ({ id, kind: some[0]!.kind, title: some[0]!.title, count: some.length })),
    ],
    shots: [...list.shots, ...missing],
  };
}
