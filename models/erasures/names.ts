// Replaces a person's name and address in documents of others: what they did is then attributed to a deleted user.
import type { NameEraser, PersonEraser } from "../../domain/erasure/person.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { eachInTurns } from "../lib/readInTurns.ts";
import { type CollectionName, NAMING_PEOPLE } from "../retention/belongings.ts";

export type PeopleFields = (typeof NAMING_PEOPLE)[number]["people"];
type Fields = Record<string, unknown> & { _id: unknown };

/** Maximum number of attempts per document if others change it at the same time. */
const TURNS = 50;
/** Revision counters: raising one makes a writer that read the document before decide again. */
const GUARDS = ["rev", "reviewRev", "turn"] as const;

/**
 * Fields that contain names of people: a value that is exactly a name, or text in which a name follows an @. Everywhere else a name is a
 * word like any other, and stays.
 */
export const CALLED: Partial<Record<CollectionName, Readonly<Record<string, keyof NameEraser>>>> = {
  runs: { commitAuthor: "name" },
  reviewThreads: { messages: "mentions" },
  problems: { comments: "mentions" },
  // The mail contains the comment.
  notificationDeliveries: { body: "mentions" },
};

/** `named`: erases the name as it is used in a project; null if the person never belonged to its organisation. */
export type Erasers = { person: PersonEraser; named(projectId: unknown): NameEraser | null };

/** Number of documents rewritten between two calls of `around`. */
const AT_ONCE = 100;

/**
 * Replaces the person in a collection and returns how many documents named them. `around` is called with some ids before and after they
 * change: a step that is interrupted finds no name afterwards in what it changed, so anything derived from it must be deleted by then.
 */
export async function eraseNames(
  models: Models,
  name: CollectionName,
  erasers: Erasers,
  { signal, around }: { signal: AbortSignal; around(ids: readonly string[]): Promise<void> },
): Promise<number> {
  const people = NAMING_PEOPLE.find((one) => one.name === name)?.people ?? {};
  const naming: Naming = { people, called: CALLED[name] ?? {}, erasers };
  const fields = Object.fromEntries(["projectId", ...Object.keys(people)].map((field) => [field, 1 as const]));
  const doubtful: unknown[] = [];
  await eachInTurns<Fields>(models[name], {}, { fields }, (document) => {
    if (Object.keys(changesOf(document, naming)).length > 0) doubtful.push(document._id);
  });
  let changed = 0;
  for (const some of chunksOf(doubtful, AT_ONCE)) {
    const ids = some.map(String);
    await around(ids);
    for (const _id of some) {
      signal.throwIfAborted();
      if (await rewrite(models, name, _id, naming)) changed += 1;
    }
    await around(ids);
  }
  return changed;
}

type Naming = { people: PeopleFields; called: Readonly<Record<string, keyof NameEraser>>; erasers: Erasers };

/** Returns the changed fields with their new values. */
function changesOf(document: Fields, { people, called, erasers: { person, named } }: Naming) {
  const changes: Record<string, unknown> = {};
  for (const [field, how] of Object.entries(people)) {
    const value = document[field];
    if (value === undefined || value === null) continue;
    if (how === "name") {
      const known = called[field];
      const unnamed = known === undefined ? value : (named(document.projectId)?.[known](value) ?? value);
      const next = person.mayName(unnamed) ? person.erased(unnamed) : unnamed;
      if (next !== value) changes[field] = next;
    } else if (Array.isArray(value)) {
      const left = value.filter((one) => !person.is(one));
      if (left.length < value.length) changes[field] = left;
    } else if (person.is(value)) for (const one of [field, ...how]) changes[one] = null;
  }
  return changes;
}

/** Changes the document only if it is as it was read; otherwise reads it again. */
async function rewrite(models: Models, name: CollectionName, _id: unknown, naming: Naming): Promise<boolean> {
  const { collection } = models[name];
  for (let turn = 0; turn < TURNS; turn++) {
    const stored = (await collection.findOne({ _id } as object)) as Fields | null;
    if (stored === null) return false;
    const changes = changesOf(stored, naming);
    if (Object.keys(changes).length === 0) return turn > 0;
    const guards = GUARDS.filter((guard) => typeof stored[guard] === "number");
    const asRead = Object.fromEntries(
      guards.length > 0
        ? guards.map((guard) => [guard, stored[guard]])
        : Object.keys(changes).map((field) => [field, stored[field] ?? null]),
    );
    const raised = Object.fromEntries(guards.map((guard) => [guard, 1]));
    const { matchedCount } = await collection.updateOne({ _id, ...asRead } as object, {
      $set: changes,
      ...(guards.length > 0 && { $inc: raised }),
    });
    if (matchedCount === 1) return true;
  }
  throw new Error(`A document of ${name} changed ${TURNS} times while a name was replaced in it.`);
}
