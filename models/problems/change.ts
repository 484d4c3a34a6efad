// Changes that people make to problems. Each applies only to the state the person saw, and the last one can be undone.
import type { PeopleSide } from "../../domain/problems/people.ts";
import type { Models } from "../index.ts";
import { findProblem } from "./queries.ts";
import type { Problem } from "./schema.ts";
import { peopleKeys } from "./shelf.ts";

/** The fields that an undo restores. Comments stay, because they are a conversation. */
const UNDOABLE = ["assignee", "ticket", "snooze", "acceptance"] as const;
type Undoable = Pick<PeopleSide, (typeof UNDOABLE)[number]>;

export type PeopleChange = Partial<PeopleSide>;

/** Returns the changed problem, or null if it was changed since `problem` was read. */
export async function changeProblem(models: Models, problem: Problem, change: PeopleChange): Promise<Problem | null> {
  const undoes = UNDOABLE.some((field) => field in change);
  const peopleBefore = undoes ? sideOf(problem) : problem.peopleBefore;
  return write(models, problem, { ...change, peopleBefore });
}

/** Undoes the last change. Returns null if there is none, or if the problem was changed since it was read. */
export async function undoProblem(models: Models, problem: Problem): Promise<Problem | null> {
  const { peopleBefore } = problem;
  return peopleBefore ? write(models, problem, { ...peopleBefore, peopleBefore: null }) : null;
}

async function write(models: Models, problem: Problem, fields: Partial<Problem>): Promise<Problem | null> {
  const { _id, rev } = problem;
  const keys = peopleKeys(problem, { ...problem, ...fields });
  const { matchedCount } = await models.problems.updateOne(
    { _id, rev },
    { $set: { ...fields, ...keys, rev: rev + 1 } },
  );
  return matchedCount === 0 ? null : findProblem(models, _id);
}

const sideOf = ({ assignee, ticket, snooze, acceptance }: Problem): Undoable => ({
  assignee,
  ticket,
  snooze,
  acceptance,
});
