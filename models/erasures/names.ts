// Replaces a person's name and address wherever documents of others have them: who did something stays as a deed of a deleted user.
import type { NameEraser, PersonEraser } from "../../domain/erasure/person.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { eachInTurns } from "../lib/readInTurns.ts";
import { type CollectionName, NAMING_PEOPLE } from "../retention/belongings.ts";

export type PeopleFields = (typeof NAMING_PEOPLE)[number]["people"];
type Fields = Record<string, unknown> & { _id: unknown };

/** Turns of one change against others of the same document. */
const TURNS = 50;
/** Whoever writes under one of these, from what was read before, decides again. */
const GUARDS = ["rev", "reviewRev", "turn"] as const;

/**
 * Where people are called by their names: a value that is a name and nothing else, or text that people write, in which a name follows an @.
 * Everywhere else a name is a word like others, and stays.
 */
export const CALLED: Partial<Record<CollectionName, Readonly<Record<string, keyof NameEraser>>>> = {
  runs: { commitAuthor: "name" },
  reviewThreads: { messages: "mentions" },
  problems: { comments: "mentions" },
  // What was mailed has the comment in it.
  notificationDeliveries: { body: "mentions" },
};

/** `named`: the name as it counts in a project; null: the person never belonged to its organisation. */
export type Erasers = { person: PersonEraser; named(projectId: unknown): NameEraser | null };

/** Documents that are rewritten before `around` is asked again. */
const AT_ONCE = 100;

/**
 * Replaces the person in a collection and answers how many documents named them. `around` is told of some before they change and after:
 * a step that is ended halfway finds no name any more in what changed, so what was made of it must have gone by then.
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

/** The fields that change, with what they become. */
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

/** Changes only what stands as it was read; what others write meanwhile is read again. */
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
