// What stays of the list when it is read again: decisions of this screen that the reading does not have. Pure.
import type { ReviewList } from "./lists.ts";
import type { Row } from "./model.ts";

/** `fresh` with the entries of `before` that are wanted and missing, each after what stood before it. */
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

/** An inbox no longer has what was approved: results that were decided here stay in it, so that the decision can be undone. */
export function keepDecided(fresh: ReviewList, before: ReviewList, decided: ReadonlySet<string>): ReviewList {
  const wanted = before.shots.filter(({ shotId }) => decided.has(shotId));
  const groups = new Set(wanted.map(({ groupId }) => groupId));
  return {
    ...fresh,
    groups: withMissing(fresh.groups, before.groups, ({ id }) => id, groups),
    shots: withMissing(fresh.shots, before.shots, ({ shotId }) => shotId, new Set(decided)),
  };
}

/** Pages that were read while results were decided: those results are as they were answered. */
export function keepAnswered(fresh: ReviewList, before: ReviewList, answered: ReadonlySet<string>): ReviewList {
  if (answered.size === 0) return fresh;
  const rows = new Map(before.shots.map((shot) => [shot.shotId, shot]));
  const shots = fresh.shots.map((shot) => (answered.has(shot.shotId) ? (rows.get(shot.shotId) ?? shot) : shot));
  return { ...fresh, shots };
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
