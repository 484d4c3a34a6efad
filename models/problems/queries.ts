// Named queries of problems.
import type { Pillar } from "../../domain/audit/pillars.ts";
import type { ChangedProblem } from "../../domain/health/movedBy.ts";
import { byPriority, type Entry, type Place, unpackEntries } from "../../domain/problems/entries.ts";
import { statusWith } from "../../domain/problems/people.ts";
import type { ProblemStatus } from "../../domain/problems/problem.ts";
import type { Models } from "../index.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import { listsOn } from "./lists.ts";
import { type Problem, withPeople } from "./schema.ts";
import { assignedShelfOf, decidedShelfOf, type ProblemLine, shelfOf } from "./shelf.ts";

/** How people set a problem aside. `placeCount`: it may have spread since. */
export type Decision = Pick<Problem, "snooze" | "acceptance" | "placeCount">;

/** `environmentId` undefined: of all environments. */
export type ProblemPlace = {
  projectId: string;
  line: string;
  environmentId?: string | null;
  pillars?: readonly Pillar[];
};

/** A problem as lists sort and filter it, with its status as it is now. */
export type Listed = Omit<Entry, "status"> & Pick<ProblemLine, "pillar" | "environmentId"> & { status: ProblemStatus };

/** Reads that run at once. */
const AT_ONCE = 50;
const WITHOUT_HISTORY = { before: 0 } as const;

export async function findProblem(models: Models, id: string): Promise<Problem | null> {
  const found = await models.problems.findOne({ _id: id }).lean<Problem>();
  return found && withPeople(found);
}

/** Those that exist, in this order. One read for each: a list of ids narrows no read on the embedded database. */
export async function problemsByIds(
  models: Models,
  ids: readonly string[],
  fields: Readonly<Record<string, 0>> = WITHOUT_HISTORY,
): Promise<Problem[]> {
  const found: (Problem | null)[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    const read = some.map((_id) => models.problems.findOne({ _id }, fields).lean<Problem>().exec());
    found.push(...(await Promise.all(read)));
  }
  return found.flatMap((one) => (one ? [withPeople(one)] : []));
}

/** The problems of a branch, the highest priority first. `now`: which decisions of people still hold. `fixed`: those alone that are fixed. */
export async function readList(
  models: Models,
  { projectId, line, environmentId, pillars }: ProblemPlace,
  now: Date,
  { fixed }: { fixed: boolean },
): Promise<Listed[]> {
  const [lists, decisions] = await Promise.all([
    listsOn(models, projectId, line),
    decisionsOn(models, projectId, [line]),
  ]);
  const listed = lists
    .filter((one) => environmentId === undefined || (one.environmentId ?? null) === environmentId)
    .filter(({ pillar }) => pillars === undefined || pillars.includes(pillar))
    .flatMap((list) => {
      const { pillar, environmentId: at = null } = list;
      return unpackEntries(fixed ? list.fixed : list.open).map(
        (entry): Listed => ({ ...entry, pillar, environmentId: at, status: statusNow(entry, decisions, now) }),
      );
    });
  return listed.sort(byPriority);
}

function statusNow(entry: Entry, decisions: ReadonlyMap<string, Decision>, now: Date): ProblemStatus {
  const decision = decisions.get(entry.id);
  // Nearly all: nobody decided anything.
  if (decision === undefined && entry.status !== "accepted") return entry.status;
  const until = entry.acceptedUntil === null ? null : new Date(entry.acceptedUntil);
  const accepted = entry.status === "accepted" ? { by: "", reason: null, until } : null;
  const { placeCount = 0, snooze = null, acceptance = null } = decision ?? {};
  return statusWith({ status: entry.status, placeCount, accepted }, { snooze, acceptance }, now);
}

export const comesAfter = (one: Place, { priority, id }: Place): boolean =>
  one.priority < priority || (one.priority === priority && one.id > id);

/** What people decided about problems of these branches, by the problem's id. */
export async function decisionsOn(
  models: Models,
  projectId: string,
  lines: readonly string[],
): Promise<Map<string, Decision>> {
  const fields = { snooze: 1, acceptance: 1, placeCount: 1 } as const;
  const read = (line: string) =>
    readInTurns<Problem, Partial<Decision> & Pick<Problem, "_id" | "placeCount">>(
      models.problems,
      { decidedId: decidedShelfOf(projectId, line) },
      { fields },
    );
  const found = (await Promise.all(lines.map(read))).flat();
  return new Map(
    found.map(({ _id, placeCount, snooze = null, acceptance = null }) => [_id, { placeCount, snooze, acceptance }]),
  );
}

/** Whose the problems of a branch are, by the problem's id; without those that nobody is assigned to. */
export async function assigneesOn(models: Models, projectId: string, line: string): Promise<Map<string, string>> {
  const wanted = { assignedId: assignedShelfOf(projectId, line) };
  type Row = Pick<Problem, "_id" | "assignee">;
  const found = await readInTurns<Problem, Row>(models.problems, wanted, { fields: { assignee: 1 } });
  return new Map(found.flatMap(({ _id, assignee }) => (assignee === null ? [] : [[_id, assignee] as const])));
}

/** Ids of the problems of these pillars and environments whose title or sentence has this text. Reads them all. */
export async function problemsNaming(
  models: Models,
  places: readonly ProblemLine[],
  open: boolean,
  text: string,
): Promise<Set<string>> {
  const part = text.toLowerCase();
  const ids = new Set<string>();
  for (const at of places) {
    type Row = Pick<Problem, "_id" | "title" | "sentence">;
    const wanted = { shelfId: shelfOf(at, open) };
    const found = await readInTurns<Problem, Row>(models.problems, wanted, { fields: { title: 1, sentence: 1 } });
    for (const { _id, title, sentence } of found) if (`${title} ${sentence}`.toLowerCase().includes(part)) ids.add(_id);
  }
  return ids;
}

/** Problems that came or went with a run and are told of. */
const MAX_CHANGED = 1_000;

export async function problemsChangedIn(models: Models, runId: string): Promise<ChangedProblem[]> {
  const fields = { title: 1, status: 1, priority: 1 } as const;
  type Row = Pick<Problem, "_id" | keyof typeof fields>;
  const wanted = { changeRunId: runId };
  const found = await readInTurns<Problem, Row>(models.problems, wanted, { fields, limit: MAX_CHANGED });
  return found.map(({ _id, title, status, priority }) => ({ id: _id, title, status, priority }));
}

/** All open problems of one pillar in one environment of a branch. */
export const openProblems = (models: Models, at: ProblemLine): Promise<Problem[]> =>
  readInTurns<Problem>(models.problems, { shelfId: shelfOf(at, true) }, {});
