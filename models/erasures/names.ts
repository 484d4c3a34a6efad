// Replaces a person's name and address wherever documents of others have them: who did something stays as a deed of a deleted user.
import type { PersonEraser } from "../../domain/erasure/person.ts";
import type { AuditEntry } from "../bookkeeping/schema.ts";
import type { Models } from "../index.ts";
import { eachInTurns } from "../lib/readInTurns.ts";
import { type CollectionName, NAMING_PEOPLE } from "../retention/belongings.ts";

export type PeopleFields = (typeof NAMING_PEOPLE)[number]["people"];
type Fields = Record<string, unknown> & { _id: unknown };

/** Turns of one change against others of the same document. */
const TURNS = 50;
/** Whoever writes under one of these, from what was read before, decides again. */
const GUARDS = ["rev", "reviewRev", "turn"] as const;

/** What the person was called before, as the audit log has it. */
export async function earlierNames(models: Models, userId: string): Promise<string[]> {
  const names = new Set<string>();
  const filter = { action: "user.rename", target: userId };
  await eachInTurns<Pick<AuditEntry, "details">>(models.audit, filter, { fields: { details: 1 } }, ({ details }) => {
    for (const one of [details?.from, details?.to]) if (typeof one === "string") names.add(one);
  });
  return [...names];
}

/** Answers the ids of the documents that named the person, which name nobody in their place now. */
export async function eraseNames(
  models: Models,
  name: CollectionName,
  eraser: PersonEraser,
  signal: AbortSignal,
): Promise<string[]> {
  const people = NAMING_PEOPLE.find((one) => one.name === name)?.people ?? {};
  const fields = Object.fromEntries(Object.keys(people).map((field) => [field, 1 as const]));
  const doubtful: unknown[] = [];
  await eachInTurns<Fields>(models[name], {}, { fields }, ({ _id, ...rest }) => {
    if (eraser.mayName(rest) && Object.keys(changesOf(rest, people, eraser)).length > 0) doubtful.push(_id);
  });
  const changed: string[] = [];
  for (const _id of doubtful) {
    signal.throwIfAborted();
    if (await rewrite(models, name, _id, people, eraser)) changed.push(String(_id));
  }
  return changed;
}

/** The fields that change, with what they become. */
function changesOf(document: Record<string, unknown>, people: PeopleFields, eraser: PersonEraser) {
  const changes: Record<string, unknown> = {};
  for (const [field, how] of Object.entries(people)) {
    const value = document[field];
    if (value === undefined || value === null) continue;
    if (how === "name") {
      const next = eraser.erased(value);
      if (next !== value) changes[field] = next;
    } else if (Array.isArray(value)) {
      const left = value.filter((one) => !eraser.is(one));
      if (left.length < value.length) changes[field] = left;
    } else if (eraser.is(value)) for (const one of [field, ...how]) changes[one] = null;
  }
  return changes;
}

/** Changes only what stands as it was read; what others write meanwhile is read again. */
async function rewrite(
  models: Models,
  name: CollectionName,
  _id: unknown,
  people: PeopleFields,
  eraser: PersonEraser,
): Promise<boolean> {
  const { collection } = models[name];
  for (let turn = 0; turn < TURNS; turn++) {
    const stored = (await collection.findOne({ _id } as object)) as Fields | null;
    if (stored === null) return false;
    const changes = changesOf(stored, people, eraser);
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
