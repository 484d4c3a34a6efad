// Queries for assigned problems.

import { statusWith } from "../../domain/problems/people.ts";
import { isOpen } from "../../domain/problems/problem.ts";
import type { Models } from "../index.ts";
import { eachInTurns } from "../lib/readInTurns.ts";
import type { Problem } from "./schema.ts";
import { withPeople } from "./schema.ts";

const FIELDS = {
  projectId: 1,
  line: 1,
  pillar: 1,
  title: 1,
  status: 1,
  placeCount: 1,
  accepted: 1,
  acceptance: 1,
  snooze: 1,
  assignee: 1,
  priority: 1,
  lastSeen: 1,
} as const;
export type AssignedProblem = Pick<Problem, "_id" | keyof typeof FIELDS>;

type Choice = { email: string; projectIds: readonly string[]; now: Date };

/** Returns the open problems of these projects that are assigned to the person, most recently seen first. */
export async function openProblemsAssignedTo(
  models: Models,
  { email, projectIds, now }: Choice,
  limit: number,
): Promise<AssignedProblem[]> {
  const found: AssignedProblem[] = [];
  const filter = { assignee: email, projectId: { $in: [...projectIds] }, status: { $ne: "fixed" } };
  // Whether a snooze or an acceptance is still in force is not stored, so the limit counts what remains after that check.
  await eachInTurns<Problem>(
    models.problems as never,
    filter,
    { fields: FIELDS, sort: { runAt: -1, _id: 1 } },
    (stored) => {
      const problem = withPeople(stored);
      if (isOpen(statusWith(problem, problem, now))) found.push(problem);
      return found.length < limit;
    },
  );
  return found;
}
