// What a form changes about something that somebody else may save while the form is open. Pure functions.

/** Returns the fields that differ. */
export const changesOf = <V extends object>(before: V, after: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof V])),
  ) as Partial<V>;

/** Returns the current version with the fields that this person changed. */
export const rebased = <V extends object>(before: V, mine: V, now: V): V => ({ ...now, ...changesOf(before, mine) });
