// Named queries of problems.
import type { Pillar } from "../../domain/audit/pillars.ts";
import type { ChangedProblem } from "../../domain/health/movedBy.ts";
import { bandOf, PRIORITY_BANDS } from "../../domain/problems/priority.ts";
import type { Models } from "../index.ts";
import { readInTurns } from "../readInTurns.ts";
import { type Problem, withPeople } from "./problem.ts";
import { decidedShelfOf, shelfOf } from "./shelf.ts";

/** Where a page of a list goes on: after this problem. */
export type After = { priority: number; id: string };

/** How people set a problem aside. */
export type Decision = Pick<Problem, "snooze" | "acceptance">;

/** `environmentId` undefined: of all environments. */
export type ProblemPlace = {
  projectId: string;
  line: string;
  environmentId?: string | null;
  pillars?: readonly Pillar[];
};

export async function findProblem(models: Models, id: string): Promise<Problem | null> {
  const found = await models.problems.findOne({ _id: id }).lean<Problem>();
  return found && withPeople(found);
}

/**
 * The problems of a branch that fit, the highest priority first; at most `limit`. `open`: without those that are fixed. Reads one
 * band of priorities after the other, so the first page of many thousands costs as much as the first page of a few.
 */
export async function listProblems(
  models: Models,
  { projectId, line, environmentId, pillars }: ProblemPlace,
  { open, after, limit, fits }: { open: boolean; after: After | null; limit: number; fits(problem: Problem): boolean },
): Promise<Problem[]> {
  const found: Problem[] = [];
  const first = after === null ? 0 : bandOf(after.priority);
  for (let band = first; band < PRIORITY_BANDS.length && found.length < limit; band += 1) {
    const some = await readInTurns<Problem>(
      models.problems,
      { shelfId: shelfOf(projectId, line, open, band) },
      { fields: { before: 0 } },
    );
    const fitting = some
      .map(withPeople)
      .filter((one) => environmentId === undefined || one.environmentId === environmentId)
      .filter((one) => pillars === undefined || pillars.includes(one.pillar))
      .filter((one) => after === null || comesAfter(one, after))
      .filter(fits)
      .sort(byPriority);
    found.push(...fitting);
  }
  return found.slice(0, limit);
}

/** What people decided about problems of these branches, by the problem's id. */
export async function decisionsOn(
  models: Models,
  projectId: string,
  lines: readonly string[],
): Promise<Map<string, Decision>> {
  const fields = { snooze: 1, acceptance: 1 } as const;
  const read = (line: string) =>
    readInTurns<Problem, Partial<Decision> & { _id: string }>(
      models.problems,
      { decidedId: decidedShelfOf(projectId, line) },
      { fields },
    );
  const found = (await Promise.all(lines.map(read))).flat();
  return new Map(found.map(({ _id, snooze = null, acceptance = null }) => [_id, { snooze, acceptance }]));
}

/** Problems that came or went with a run. */
const MAX_CHANGED = 1_000;

export async function problemsChangedIn(models: Models, runId: string): Promise<ChangedProblem[]> {
  const fields = { title: 1, status: 1, priority: 1 } as const;
  type Row = Pick<Problem, "_id" | keyof typeof fields>;
  const found = await readInTurns<Problem, Row>(models.problems, { changedIn: runId }, { fields, limit: MAX_CHANGED });
  return found.map(({ _id, title, status, priority }) => ({ id: _id, title, status, priority }));
}

/** All open problems of one pillar in one environment of a branch. */
export async function openProblems(
  models: Models,
  { projectId, line, environmentId, pillar }: Required<Omit<ProblemPlace, "pillars">> & { pillar: Pillar },
): Promise<Problem[]> {
  const shelves = PRIORITY_BANDS.map((_, band) => shelfOf(projectId, line, true, band));
  const all = await Promise.all(shelves.map((shelfId) => readInTurns<Problem>(models.problems, { shelfId }, {})));
  // An environment of null is not stored with an insert.
  return all.flat().filter((one) => one.pillar === pillar && (one.environmentId ?? null) === environmentId);
}

export const byPriority = (a: Problem, b: Problem): number => b.priority - a.priority || (a._id < b._id ? -1 : 1);

const comesAfter = (one: Problem, { priority, id }: After): boolean =>
  one.priority < priority || (one.priority === priority && one._id > id);
