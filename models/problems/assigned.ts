// Problems that somebody is to solve.

import type { Models } from "../index.ts";
import { readInTurns } from "../lib/readInTurns.ts";
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

/** What the person is assigned to, in any organisation, fixed ones too. */
export async function problemsAssignedTo(models: Models, email: string, limit: number): Promise<AssignedProblem[]> {
  const found = await readInTurns<Problem>(models.problems as never, { assignee: email }, { fields: FIELDS, limit });
  return found.map((one) => withPeople(one));
}
