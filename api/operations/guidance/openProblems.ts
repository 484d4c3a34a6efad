// The open problems of the main branch that ask for work.
import { asksForWork } from "../../../domain/guidance/advice.ts";
import type { OpenProblem } from "../../../domain/guidance/facts.ts";
import { statusWith } from "../../../domain/problems/people.ts";
import { isOpen } from "../../../domain/problems/problem.ts";
import type { Environment } from "../../../models/environment.ts";
import type { Problem } from "../../../models/problems/problem.ts";
import { listProblems } from "../../../models/problems/queries.ts";
import type { Project } from "../../../models/project.ts";
import type { OperationContext } from "../../lib/context.ts";

/** The rest is less urgent than all of these. */
export const MAX_PROBLEMS = 500;

/** The highest priority first. */
export async function openProblems(
  { models, now }: OperationContext,
  { project, environment }: { project: Project; environment: Environment | null },
): Promise<OpenProblem[]> {
  const at = { projectId: project._id, line: "", environmentId: environment?._id };
  const today = now();
  const statusOf = (problem: Problem) => statusWith(problem, problem, today);
  const found = await listProblems(models, at, {
    open: true,
    after: null,
    limit: MAX_PROBLEMS,
    fits: (problem) => isOpen(statusOf(problem)) && asksForWork(problem.pillar, problem),
  });
  return found.flatMap((problem): OpenProblem[] => {
    const { _id, pillar, rule, severity, kind, title, sentence, help, places, placeCount, evidence } = problem;
    const { priority, lookedAt = placeCount, lastSeen } = problem;
    const status = statusOf(problem);
    if (!isOpen(status)) return [];
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
        lookedAt,
        runId: lastSeen.runId,
      },
    ];
  });
}
