// Reads and writes the texts of problem lists.
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Collection } from "mongodb";
import { type Entry, entryOf } from "../../domain/problems/entries.ts";
import { entriesNaming, type NamedEntry, packTexts, textOf } from "../../domain/problems/texts.ts";
import { isTurnDue, nextTurn } from "../../platform/inTurns.ts";
import type { Models } from "../index.ts";
import { eachInTurns } from "../lib/readInTurns.ts";
import type { ProblemList, ProblemListText } from "./list.ts";
import type { Problem } from "./schema.ts";
import { atOf, shelfOf } from "./shelf.ts";

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** The fields that an entry and its text are read from. */
export const NAMED_FIELDS = {
  severity: 1,
  kind: 1,
  status: 1,
  priority: 1,
  accepted: 1,
  fixedIn: 1,
  title: 1,
  sentence: 1,
} as const;
export type NamedRow = Pick<Problem, "_id" | keyof typeof NAMED_FIELDS>;

export const namedEntryOf = (problem: NamedRow): NamedEntry => ({ ...entryOf(problem), text: textOf(problem) });

/** The texts of one version of a list. */
export type TextsOfList = Required<Pick<ProblemList, "textId" | "openTexts" | "fixedTexts">>;

const partId = (textId: string, open: boolean, number: number): string =>
  `${textId}:${open ? "open" : "fixed"}:${number}`;

const idsOf = ({ textId, openTexts = 0, fixedTexts = 0 }: Partial<TextsOfList>, open: boolean): string[] =>
  textId ? Array.from({ length: open ? openTexts : fixedTexts }, (_, number) => partId(textId, open, number)) : [];

export async function writeTexts(
  models: Models,
  { listId, textId }: { listId: string; textId: string },
  { open, fixed }: { open: readonly NamedEntry[]; fixed: readonly NamedEntry[] },
): Promise<TextsOfList> {
  const parts = { open: packTexts(open), fixed: packTexts(fixed) };
  const writtenAt = new Date();
  for (const which of ["open", "fixed"] as const)
    for (const [number, text] of parts[which].entries())
      await models.problemListTexts.create({
        _id: partId(textId, which === "open", number),
        listId,
        // A tenth of the size: reading the text takes the embedded database most of the time of a search.
        packed: await zip(text),
        writtenAt,
      });
  return { textId, openTexts: parts.open.length, fixedTexts: parts.fixed.length };
}

export async function deleteTexts(models: Models, listId: string, texts: Partial<TextsOfList>): Promise<void> {
  const ids = [true, false].flatMap((open) => idsOf(texts, open));
  if (ids.length > 0) await models.problemListTexts.deleteMany({ listId, _id: { $in: ids } });
}

export const findList = (models: Models, id: string): Promise<ProblemList | null> =>
  models.problemLists.findOne({ _id: id }).lean<ProblemList>().exec();

/** Returns whether the list was written with its texts. */
export const hasTexts = ({ textId, textRev, rev }: ProblemList): boolean => Boolean(textId) && textRev === rev;

/** Returns the texts of open or of fixed problems, or null if an earlier version wrote the list, or it was written again since it was read. */
export async function readTexts(models: Models, list: ProblemList, open: boolean): Promise<string[] | null> {
  if (!hasTexts(list)) return null;
  const collection = models.problemListTexts.collection as unknown as Collection<ProblemListText>;
  const parts = await Promise.all(
    idsOf(list, open).map(async (_id) => {
      const part = await collection.findOne({ _id }, { promoteBuffers: true });
      return part && (await unzip(part.packed)).toString();
    }),
  );
  const texts = parts.filter((part) => part !== null);
  return texts.length === parts.length ? texts : null;
}

/** Returns the problems of a list whose title or sentence contains this text, ignoring case. */
export async function entriesNamed(models: Models, list: ProblemList, open: boolean, text: string): Promise<Entry[]> {
  const parts = await readTexts(models, list, open);
  if (parts === null) {
    const now = await findList(models, list._id);
    return now === null || now.rev === list.rev
      ? namedOnShelf(models, list, open, text)
      : entriesNamed(models, now, open, text);
  }
  const found: Entry[] = [];
  for (const part of parts) {
    for (const entry of entriesNaming(part, text)) found.push(entry);
    if (isTurnDue()) await nextTurn();
  }
  return found;
}

/** Searches the problems themselves, for a list without texts. */
async function namedOnShelf(models: Models, list: ProblemList, open: boolean, text: string): Promise<Entry[]> {
  const shelfId = shelfOf(atOf(list), open);
  const found: Entry[] = [];
  await eachInTurns<NamedRow>(models.problems, { shelfId }, { fields: NAMED_FIELDS }, (one) => {
    const [part = ""] = packTexts([namedEntryOf(one)]);
    found.push(...entriesNaming(part, text));
  });
  return found;
}
