// Open problems of the main branch that need work.

import { given } from "../../../domain/given.ts";
import { asksForWork } from "../../../domain/guidance/advice.ts";
import type { OpenProblem } from "../../../domain/guidance/facts.ts";
import { isOpen } from "../../../domain/problems/problem.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import { problemsByIds } from "../../../models/problems/queries.ts";
import { readList } from "../../../models/problems/readList.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Maximum number of problems; any others are less urgent than these. */
export const MAX_PROBLEMS = 200;

/** Returns the open problems, highest priority first. */
export async function openProblems(
  { models, now }: OperationContext,
  { project, environment }: { project: Project; environment: Environment | null },
): Promise<OpenProblem[]> {
  const at = given({ projectId: project._id, line: "", environmentId: environment?._id });
  const { found: first } = await readList(models, at, now(), {
    fixed: false,
    among: null,
    fits: (one) => isOpen(one.status) && asksForWork(one.pillar, one),
    after: null,
    limit: MAX_PROBLEMS,
  });
  const statuses = new Map(first.map(({ id, status }) => [id, status]));
  const found = await problemsByIds(models, [...statuses.keys()]);
  return found.flatMap((problem): OpenProblem[] => {
    const { _id, pillar, rule, severity, kind, title, sentence, help, places, placeCount, evidence } = problem;
    const { priority, lookedAt: knownPlaces = placeCount, lastSeen } = problem;
    const status = statuses.get(_id);
    if (status === undefined || !isOpen(status)) return [];
    return [
      {
        id: _id,
        pillar,
        rule,
        severity,
        kind,
        status,
        title,
        sentence,
        help,
        places,
        placeCount,
        evidence,
        priority,
        knownPlaces,
        runId: lastSeen.runId,
      },
    ];
  });
}
