// The problems of one run as they stand now: what it found, and what people decided about it.
import { type JudgedProblem, withDecision } from "../../domain/problems/standing.ts";
import type { Models } from "../index.ts";
import { decisionsOn } from "./queries.ts";
import { lineOf, type ProblemRun, readRunProblems } from "./refresh.ts";
import { problemIdOf } from "./shelf.ts";

/**
 * `now` tells which decisions still hold. On a branch a decision of its own goes before one of main. null: a run that judges nothing
 * itself. `severities`: of an audit, which findings are read; all unless given.
 */
export async function problemsOfRun(
  models: Models,
  run: ProblemRun,
  now: Date,
  only: Parameters<typeof readRunProblems>[2] = {},
): Promise<(JudgedProblem & { id: string })[] | null> {
  const [read, at] = await Promise.all([readRunProblems(models, run, only), lineOf(models, run)]);
  if (read === null) return null;
  const lines = [...new Set([at.line, ""])];
  const decisions = await decisionsOn(models, at.projectId, lines);
  return read.found.map((found) => {
    const ids = lines.map((line) => problemIdOf({ ...at, line, pillar: read.pillar }, found.cause));
    const [own, main] = ids.map((id) => decisions.get(id));
    const [id = ""] = ids;
    return { ...withDecision(found, own ?? main ?? null, now), id };
  });
}
