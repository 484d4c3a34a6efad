// What a form changes about something that somebody else may save while the form is open. Pure functions.

/** Returns the fields that differ. */
export const changesOf = <V extends object>(before: V, after: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof V])),
  ) as Partial<V>;

/** Returns the current version with the fields that this person changed. */
export const rebased = <V extends object>(before: V, mine: V, now: V): V => ({ ...now, ...changesOf(before, mine) });

/** Returns whether somebody else changed a field that this person changed, too. */
export const collide = <V extends object>(before: V, mine: V, now: V): boolean => {
  const theirs = changesOf(before, now);
  return Object.keys(changesOf(before, mine)).some((name) => name in theirs);
};
