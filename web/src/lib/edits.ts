// What a form changes about something that somebody else may save while the form is open. Pure functions.
import { plural } from "./format.ts";

/** Returns the fields that differ. */
export const changesOf = <V extends object>(before: V, after: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof V])),
  ) as Partial<V>;

/** What people see of something, in words. */
export type Facts = Readonly<Record<string, string>>;

/** Maximum number of differences that one message names. */
const MAX_NAMED = 6;

/** Returns how the facts differ, in sentences: "Address: a → b." */
export function differences(before: Facts, now: Facts): string {
  const all = Object.entries(changesOf(before, now)).map(
    ([name, value]) => `${name}: ${before[name] || "none"} → ${value || "none"}.`,
  );
  const more = all.length - MAX_NAMED;
  return [...all.slice(0, MAX_NAMED), ...(more > 0 ? [`And ${plural(more, "more change")}.`] : [])].join(" ");
}

/** Returns the current version with the fields that this person changed. */
export const rebased = <V extends object>(before: V, mine: V, now: V): V => ({ ...now, ...changesOf(before, mine) });

/** Returns whether somebody else changed a field that this person changed, too. */
const collide = <V extends object>(before: V, mine: V, now: V): boolean => {
  const theirs = changesOf(before, now);
  return Object.keys(changesOf(before, mine)).some((name) => name in theirs);
};

/** What a form holds: the version that is edited, the newest one that was read, and the fields. */
export type Held<Stored, V> = { stored: Stored; newest: Stored; fields: V };
type FieldsOf<Stored, V> = (stored: Stored) => V;

/** Edits `now` from here on. `from`: the fields that the person started from. */
export const continued = <Stored, V extends object>(
  { stored, fields }: Held<Stored, V>,
  now: Stored,
  fieldsOf: FieldsOf<Stored, V>,
  from = fieldsOf(stored),
): Held<Stored, V> => ({ stored: now, newest: now, fields: rebased(from, fields, fieldsOf(now)) });

/** Follows a newer version, unless it has other values where this person changed something. */
export const following = <Stored, V extends object>(
  held: Held<Stored, V>,
  newest: Stored,
  fieldsOf: FieldsOf<Stored, V>,
): Held<Stored, V> =>
  collide(fieldsOf(held.stored), held.fields, fieldsOf(newest))
    ? { ...held, newest }
    : continued(held, newest, fieldsOf);

/** Drops this person's changes. */
export const discarded = <Stored, V extends object>(
  { newest }: Held<Stored, V>,
  fieldsOf: FieldsOf<Stored, V>,
): Held<Stored, V> => ({ stored: newest, newest, fields: fieldsOf(newest) });
