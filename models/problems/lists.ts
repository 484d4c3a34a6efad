// Reads and writes lists of problems.
import { type Entry, entryOf, packEntries, unpackEntries } from "../../domain/problems/entries.ts";
import { isDuplicateKey, type Models } from "../index.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { ProblemList } from "./list.ts";
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
  const _id = listIdOf(at);
  for (;;) {
    const stored = await models.problemLists.findOne({ _id }).lean<ProblemList>();
    const open = await entriesOn(models, at, true);
    const before = stored ? unpackEntries(stored.fixed) : await entriesOn(models, at, false);
    const gone = new Map([...before, ...fixed].map((one) => [one.id, one]));
    for (const { id } of open) gone.delete(id);
    const next = { open: packEntries(open), fixed: packEntries([...gone.values()]) };
    if (stored?.open === next.open && stored.fixed === next.fixed) return;
    if (stored === null) {
      const { line, ...place } = at;
      const list = { _id, ...place, lineId: lineIdOf(at.projectId, line), rev: 1, ...next };
      const done = await models.problemLists.create(list).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        return null;
      });
      if (done) return;
      continue;
    }
    const { rev } = stored;
    const { matchedCount } = await models.problemLists.updateOne({ _id, rev }, { $set: { ...next, rev: rev + 1 } });
    if (matchedCount === 1) return;
  }
}

/** The lists of a branch. */
export const listsOn = (models: Models, projectId: string, line: string): Promise<ProblemList[]> =>
  readInTurns<ProblemList>(models.problemLists, { lineId: lineIdOf(projectId, line) }, {});
