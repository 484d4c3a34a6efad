// Reads and writes problem lists.
import { randomUUID } from "node:crypto";
import {
  byPriority,
  countEntries,
  type Entry,
  FIRST_ENTRIES,
  MAX_ENTRIES,
  packEntries,
  unpackEntries,
} from "../../domain/problems/entries.ts";
import { type NamedEntry, unpackTexts } from "../../domain/problems/texts.ts";
import { isWritten, type Models } from "../index.ts";
import { eachInTurns, readInTurns } from "../lib/readInTurns.ts";
import type { ProblemList, ProblemListBody } from "./list.ts";
import {
  deleteTexts,
  findList,
  NAMED_FIELDS,
  type NamedRow,
  namedEntryOf,
  readTexts,
  writeTexts,
} from "./listTexts.ts";
import { lineIdOf, listIdOf, type ProblemLine, shelfOf } from "./shelf.ts";

async function entriesOn(models: Models, at: ProblemLine, open: boolean): Promise<NamedEntry[]> {
  const wanted = { shelfId: shelfOf(at, open) };
  const entries: NamedEntry[] = [];
  await eachInTurns<NamedRow>(
    models.problems,
    wanted,
    { fields: NAMED_FIELDS },
    (one) => void entries.push(namedEntryOf(one)),
  );
  return entries;
}

/**
 * Rewrites the list from what is open. `fixed`: problems fixed since it was last written; earlier ones are taken from the list, because
 * their number keeps growing. `isDropped`: fixed problems to drop from the list. `anew`: read the fixed problems too. Safe to repeat and
 * to race: the last writer has seen what all others wrote.
 */
export async function refreshList(
  models: Models,
  at: ProblemLine,
  fixed: readonly NamedEntry[],
  { isDropped = () => false, anew = false }: { isDropped?: (entry: Entry) => boolean; anew?: boolean } = {},
): Promise<void> {
  for (;;) {
    const stored = await findList(models, listIdOf(at));
    const open = await entriesOn(models, at, true);
    const before = stored && !anew ? await fixedIn(models, at, stored) : await entriesOn(models, at, false);
    const gone = new Map([...before, ...fixed].map((one) => [one.id, one]));
    for (const { id } of open) gone.delete(id);
    const left = [...gone.values()].filter((one) => !isDropped(one));
    if (await writeList(models, at, stored, { open, fixed: left })) return;
  }
}

/** Returns the fixed entries from the list, or from the problems themselves if the list has no texts, as in earlier versions. */
async function fixedIn(models: Models, at: ProblemLine, stored: ProblemList): Promise<NamedEntry[]> {
  const parts = await readTexts(models, stored, false);
  if (parts === null) return entriesOn(models, at, false);
  return parts.flatMap(unpackTexts);
}

type Whole<E = Entry> = { open: E[]; fixed: E[] };

/** Returns the entries that fit into a list, in its order. */
const firstIn = (entries: readonly NamedEntry[]): NamedEntry[] => entries.toSorted(byPriority).slice(0, MAX_ENTRIES);

/** Returns false if another process wrote the list since it was read. */
async function writeList(
  models: Models,
  at: ProblemLine,
  stored: ProblemList | null,
  { open, fixed }: Whole<NamedEntry>,
): Promise<boolean> {
  const _id = listIdOf(at);
  const version = `${_id}:${randomUUID()}`;
  const kept = { open: firstIn(open), fixed: firstIn(fixed) };
  const more = open.length > FIRST_ENTRIES;
  const bodyId = more || fixed.length > 0 ? version : null;
  if (bodyId !== null)
    await models.problemListBodies.create({
      _id: bodyId,
      listId: _id,
      open: packEntries(kept.open),
      fixed: packEntries(kept.fixed),
      writtenAt: new Date(),
    });
  const texts = await writeTexts(models, { listId: _id, textId: version }, kept);
  const rev = (stored?.rev ?? 0) + 1;
  const list = {
    first: packEntries(kept.open, FIRST_ENTRIES),
    more,
    counts: JSON.stringify(countEntries(open)),
    accepted: packEntries(open.filter(({ acceptedUntil }) => acceptedUntil !== null)),
    bodyId,
    ...texts,
    textRev: rev,
    rev,
  };
  const done = stored
    ? (await models.problemLists.updateOne({ _id, rev: stored.rev }, { $set: list })).matchedCount === 1
    : await inserted(models, { _id, ...placeOf(at), ...list });
  // A reader of the old version reads the list again.
  const old = done ? stored : { bodyId, ...texts };
  if (old?.bodyId) await models.problemListBodies.deleteOne({ _id: old.bodyId });
  if (old) await deleteTexts(models, _id, old);
  return done;
}

function placeOf({ projectId, environmentId, line, pillar }: ProblemLine) {
  return { projectId, environmentId, pillar, lineId: lineIdOf(projectId, line) };
}

async function inserted(models: Models, list: ProblemList): Promise<boolean> {
  return isWritten(models.problemLists.create(list));
}

/** Returns the lists of a branch. */
export const listsOn = (models: Models, projectId: string, line: string): Promise<ProblemList[]> =>
  readInTurns<ProblemList>(models.problemLists, { lineId: lineIdOf(projectId, line) }, {});

/** Returns all entries of a list, from its current version if it was written again since it was read. */
export async function wholeOf(models: Models, list: ProblemList): Promise<Whole> {
  const { _id, bodyId, first } = list;
  const known = { open: unpackEntries(first), fixed: [] };
  if (!bodyId) return known;
  const body = await models.problemListBodies.findOne({ _id: bodyId }).lean<ProblemListBody>();
  if (body) return { open: unpackEntries(body.open), fixed: unpackEntries(body.fixed) };
  const now = await findList(models, _id);
  // If the body is missing although nobody wrote another, return what the list itself has.
  return now === null || now.bodyId === bodyId ? known : wholeOf(models, now);
}
