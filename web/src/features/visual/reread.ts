// Merges a reread list with decisions of this screen that the new list does not contain. Pure functions.
import type { ReviewList } from "./lists.ts";
import type { Row } from "./model.ts";

/** Returns `fresh` with the wanted entries of `before` that are missing, each after the entry it followed. */
function withMissing<T>(
  fresh: readonly T[],
  before: readonly T[],
  idOf: (entry: T) => string,
  wanted: Set<string>,
): T[] {
  const known = new Set(fresh.map(idOf));
  const front: T[] = [];
  const after = new Map<string, T[]>();
  let anchor = front;
  for (const entry of before) {
    const id = idOf(entry);
    if (known.has(id)) {
      anchor = [];
      after.set(id, anchor);
    } else if (wanted.has(id)) anchor.push(entry);
  }
  return [...front, ...fresh.flatMap((entry) => [entry, ...(after.get(idOf(entry)) ?? [])])];
}

/** Keeps results decided on this screen, because an inbox no longer contains approved results but the decision must remain undoable. */
export function keepDecided(fresh: ReviewList, before: ReviewList, decided: ReadonlySet<string>): ReviewList {
  const wanted = before.shots.filter(({ shotId }) => decided.has(shotId));
  const groups = new Set(wanted.map(({ groupId }) => groupId));
  return {
    ...fresh,
    groups: withMissing(fresh.groups, before.groups, ({ id }) => id, groups),
    shots: withMissing(fresh.shots, before.shots, ({ shotId }) => shotId, new Set(decided)),
  };
}

/**
 * Tells which of several answers about a result is the newest. A read shows the state of when it was sent, the answer to a decision that of
 * when it arrives: each takes its number at that moment.
 */
export function createOrder() {
  let last = 0;
  const of = new Map<string, number>();
  return {
    next: (): number => ++last,
    /** Returns the results of which something newer is known. */
    newerThan: (number: number): ReadonlySet<string> =>
      new Set([...of].flatMap(([shotId, known]) => (known > number ? [shotId] : []))),
    /** Notes what these results show now, unless something newer is known. */
    note(number: number, results: readonly { shotId: string }[]): void {
      for (const { shotId } of results) of.set(shotId, Math.max(number, of.get(shotId) ?? 0));
    },
  };
}

/** Returns `fresh` with the rows of `before` in place of those of which `before` knows something newer. */
export function newestOf(fresh: readonly Row[], before: readonly Row[], newer: ReadonlySet<string>): Row[] {
  const rows = new Map(before.map((row) => [row.shotId, row]));
  return fresh.map((row) => (newer.has(row.shotId) ? (rows.get(row.shotId) ?? row) : row));
}

/** `answered`: results of which `before` knows something newer than `fresh`. They are kept, and so is the progress. */
export function keepAnswered(fresh: ReviewList, before: ReviewList, answered: ReadonlySet<string>): ReviewList {
  if (answered.size === 0) return fresh;
  return { ...fresh, progress: before.progress, shots: newestOf(fresh.shots, before.shots, answered) };
}

/** Adds missing results to the list, each in its group. */
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
