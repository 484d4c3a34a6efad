// Reads and writes lists of problems.
import { randomUUID } from "node:crypto";
import {
  countEntries,
  type Entry,
  entryOf,
  FIRST_ENTRIES,
  packEntries,
  unpackEntries,
} from "../../domain/problems/entries.ts";
import { isDuplicateKey, type Models } from "../index.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { ProblemList, ProblemListBody } from "./list.ts";
import type { Problem } from "./schema.ts";
import { lineIdOf, listIdOf, type ProblemLine, shelfOf } from "./shelf.ts";

const FIELDS = { severity: 1, kind: 1, status: 1, priority: 1, accepted: 1 } as const;
type Row = Pick<Problem, "_id" | keyof typeof FIELDS>;

async function entriesOn(models: Models, at: ProblemLine, open: boolean): Promise<Entry[]> {
  const wanted = { shelfId: shelfOf(at, open) };
  return (await readInTurns<Problem, Row>(models.problems, wanted, { fields: FIELDS })).map(entryOf);
}

/**
 * Writes the list anew from what is open. `fixed`: problems that were fixed since it was written; those that were before are taken from
 * the list, for there are ever more of them. Safe to repeat and to race: whoever comes last has seen what all others wrote.
 */
export async function refreshList(models: Models, at: ProblemLine, fixed: readonly Entry[]): Promise<void> {
  for (;;) {
    const stored = await models.problemLists.findOne({ _id: listIdOf(at) }).lean<ProblemList>();
    const open = await entriesOn(models, at, true);
    const before = stored ? (await wholeOf(models, stored)).fixed : await entriesOn(models, at, false);
    const gone = new Map([...before, ...fixed].map((one) => [one.id, one]));
    for (const { id } of open) gone.delete(id);
    if (await writeList(models, at, stored, { open, fixed: [...gone.values()] })) return;
  }
}

type Whole = { open: Entry[]; fixed: Entry[] };

/** Answers whether it is written; false: somebody else wrote it meanwhile. */
async function writeList(
  models: Models,
  at: ProblemLine,
  stored: ProblemList | null,
  { open, fixed }: Whole,
): Promise<boolean> {
  const _id = listIdOf(at);
  const more = open.length > FIRST_ENTRIES;
  const bodyId = more || fixed.length > 0 ? `${_id}:${randomUUID()}` : null;
  if (bodyId !== null)
    await models.problemListBodies.create({
      _id: bodyId,
      listId: _id,
      open: packEntries(open),
      fixed: packEntries(fixed),
    });
  const list = {
    first: packEntries(open, FIRST_ENTRIES),
    more,
    counts: JSON.stringify(countEntries(open)),
    accepted: packEntries(open.filter(({ acceptedUntil }) => acceptedUntil !== null)),
    bodyId,
    rev: (stored?.rev ?? 0) + 1,
  };
  const done = stored
    ? (await models.problemLists.updateOne({ _id, rev: stored.rev }, { $set: list })).matchedCount === 1
    : await inserted(models, { _id, ...placeOf(at), ...list });
  // Whoever still reads the old one reads the list again.
  const old = done ? stored?.bodyId : bodyId;
  if (old) await models.problemListBodies.deleteOne({ _id: old });
  return done;
}

function placeOf({ projectId, environmentId, line, pillar }: ProblemLine) {
  return { projectId, environmentId, pillar, lineId: lineIdOf(projectId, line) };
}

async function inserted(models: Models, list: ProblemList): Promise<boolean> {
  try {
    await models.problemLists.create(list);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

/** The lists of a branch. */
export const listsOn = (models: Models, projectId: string, line: string): Promise<ProblemList[]> =>
  readInTurns<ProblemList>(models.problemLists, { lineId: lineIdOf(projectId, line) }, {});

/** All of a list, as it is now where it was written again since it was read. */
export async function wholeOf(models: Models, list: ProblemList): Promise<Whole> {
  const { _id, bodyId, first } = list;
  const known = { open: unpackEntries(first), fixed: [] };
  if (!bodyId) return known;
  const body = await models.problemListBodies.findOne({ _id: bodyId }).lean<ProblemListBody>();
  if (body) return { open: unpackEntries(body.open), fixed: unpackEntries(body.fixed) };
  const now = await models.problemLists.findOne({ _id }).lean<ProblemList>();
  // A body that is gone although nobody wrote another leaves what the list itself has.
  return now === null || now.bodyId === bodyId ? known : wholeOf(models, now);
}
