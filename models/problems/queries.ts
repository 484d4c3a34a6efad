// Queries for problems.

import type { Pillar } from "../../domain/audit/pillars.ts";
import { given } from "../../domain/given.ts";
import type { ChangedProblem } from "../../domain/health/movedBy.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { oneOf } from "../lib/oneOf.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import { type Problem, withPeople } from "./schema.ts";
import { assignedShelfOf, decidedShelfOf, type ProblemLine, problemIdOf, shelfOf } from "./shelf.ts";

/** How people set a problem aside. `placeCount`: it may have spread since. */
export type Decision = Pick<Problem, "_id" | "snooze" | "acceptance" | keyof typeof DECIDED>;
const DECIDED = { placeCount: 1, status: 1, accepted: 1, severity: 1, pillar: 1, environmentId: 1 } as const;

/** `environmentId` undefined means all environments. */
export type ProblemPlace = {
  projectId: string;
  line: string;
  environmentId?: string | null;
  pillars?: readonly Pillar[];
};

/** Maximum number of ids per read. */
const AT_ONCE = 200;
const WITHOUT_HISTORY = { before: 0 } as const;

export async function findProblem(models: Models, id: string): Promise<Problem | null> {
  const found = await models.problems.findOne({ _id: id }).lean<Problem>();
  return found && withPeople(found);
}

/** Returns the problems that exist, in this order. */
export async function problemsByIds(
  models: Models,
  ids: readonly string[],
  fields: Readonly<Record<string, 0>> = WITHOUT_HISTORY,
): Promise<Problem[]> {
  const found = new Map<string, Problem>();
  for (const one of await readByIds<Problem>(models, ids, fields)) found.set(one._id, withPeople(one));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Returns what people decided about problems of these branches, by problem id. */
export async function decisionsOn(
  models: Models,
  projectId: string,
  lines: readonly string[],
): Promise<Map<string, Decision>> {
  const fields = { snooze: 1, acceptance: 1, ...DECIDED } as const;
  const read = (line: string) =>
    readInTurns<Problem>(models.problems, { decidedId: decidedShelfOf(projectId, line) }, { fields });
  const found = (await Promise.all(lines.map(read))).flat();
  return new Map(found.map((one) => [one._id, withPeople(one)]));
}

/** Returns the assignees of a branch's problems, by problem id, without unassigned problems. */
export async function assigneesOn(models: Models, projectId: string, line: string): Promise<Map<string, string>> {
  const wanted = { assignedId: assignedShelfOf(projectId, line) };
  type Row = Pick<Problem, "_id" | "assignee">;
  const found = await readInTurns<Problem, Row>(models.problems, wanted, { fields: { assignee: 1 } });
  return new Map(found.flatMap(({ _id, assignee }) => (assignee === null ? [] : [[_id, assignee] as const])));
}

/** Maximum number of problems reported as changed by a run. */
const MAX_CHANGED = 1_000;

export async function problemsChangedIn(models: Models, runId: string): Promise<ChangedProblem[]> {
  const fields = { title: 1, status: 1, priority: 1 } as const;
  type Row = Pick<Problem, "_id" | keyof typeof fields>;
  const wanted = { changeRunId: runId };
  const found = await readInTurns<Problem, Row>(models.problems, wanted, { fields, limit: MAX_CHANGED });
  return found.map(({ _id, title, status, priority }) => ({ id: _id, title, status, priority }));
}

/** Returns all open problems of one pillar in one environment of a branch; with `fields`, only these fields. */
export const openProblems = <F extends keyof Problem = keyof Problem>(
  models: Models,
  at: ProblemLine,
  fields?: Readonly<Record<F, 1>>,
): Promise<Pick<Problem, F>[]> =>
  readInTurns<Problem, Pick<Problem, F>>(models.problems, { shelfId: shelfOf(at, true) }, given({ fields }));

/** Returns which of these causes are open problems there. */
export async function openCauses(models: Models, at: ProblemLine, causes: readonly string[]): Promise<Set<string>> {
  const ids = causes.map((cause) => problemIdOf(at, cause));
  type Row = Pick<Problem, "cause" | "shelfId">;
  const found = await readByIds<Row>(models, ids, { cause: 1, shelfId: 1 });
  return new Set(found.filter(({ shelfId }) => shelfId === shelfOf(at, true)).map(({ cause }) => cause));
}

/** Returns the problems that exist, in no particular order. */
async function readByIds<D>(
  models: Models,
  ids: readonly string[],
  fields: Readonly<Record<string, 0 | 1>>,
): Promise<D[]> {
  const found: D[] = [];
  for (const some of chunksOf(ids, AT_ONCE))
    found.push(...(await readInTurns<Problem, D>(models.problems, { _id: oneOf(some) }, { fields })));
  return found;
}
