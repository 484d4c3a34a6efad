// What becomes of the open page when the session is read. Pure.

/** `person`: whose page it is; undefined before the first answer, null if nobody's. `isHeld`: their session has ended, and it waits for them. */
export type Owner = { person: string | null | undefined; isHeld: boolean };

/**
 * `held`: the page is hidden, with what was entered, until its person signs in again. `resumed`: they have. `moved`: they have another role
 * or organisation, and see what it may show. `left`: it must show nothing of that person any more.
 */
export type Turn = "kept" | "held" | "resumed" | "moved" | "left";

/** `isClosed`: the session did not expire, but was ended: by signing out, or by whoever took away the access. */
type End = { isClosed: boolean; hasEntries: boolean };

/** `next`: who is signed in now; null if nobody is. */
export function turnOf({ person, isHeld }: Owner, next: string | null, { isClosed, hasEntries }: End): Turn {
  if (!person || person === next) return isHeld ? "resumed" : "kept";
  if (next !== null) return !isHeld && idOf(person) === idOf(next) ? "moved" : "left";
  return !isClosed && (isHeld || hasEntries) ? "held" : "left";
}

/** A person is an id, an organisation and a role. */
const idOf = (person: string): string | undefined => person.split(" ")[0];
