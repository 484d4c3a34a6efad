// The current problems of one run: what it found, and what people decided about it.
import type { Pillar } from "../../domain/audit/pillars.ts";
import type { Accepted } from "../../domain/problems/problem.ts";
import { isSetAside, type JudgedProblem, withDecision } from "../../domain/problems/standing.ts";
import type { Models } from "../index.ts";
import { readOnce } from "../lib/readOnce.ts";
import type { Run } from "../runs/schema.ts";
import { type Decision, decisionsOn } from "./queries.ts";
import { lineOf, type Only, type ProblemRun, readRunProblems } from "./refresh.ts";
import { decisionAbout, linesOf, problemIdOf } from "./shelf.ts";

/** Returns what people decided about problems of a project; each branch is read once while the function is kept. */
export type Decisions = (lines: readonly string[]) => Promise<ReadonlyMap<string, Decision>>;

export function decisionsOnce(models: Models, projectId: string): Decisions {
  const of = readOnce((line: string) => decisionsOn(models, projectId, [line]));
  return async (lines) => new Map((await Promise.all(lines.map(of))).flatMap((one) => [...one]));
}

/**
 * `now` determines which decisions are still in force. On a branch its own decisions take precedence over those of main. Returns null for
 * a run that has no verdict of its own. `severities`: for an audit, the findings to read; all by default. `decisions`: already loaded, for
 * several runs.
 */
export async function problemsOfRun(
  models: Models,
  run: ProblemRun,
  now: Date,
  { decisions = decisionsOnce(models, run.projectId), ...only }: Omit<Only, "found"> & { decisions?: Decisions } = {},
): Promise<(JudgedProblem & { id: string })[] | null> {
  const at = await lineOf(models, run, only.mainBranch);
  const [read, decided] = await Promise.all([
    readRunProblems(models, run, { ...only, found: true }),
    decisions(linesOf(at.line)),
  ]);
  if (read === null) return null;
  return read.found.map((found) => {
    const place = { ...at, pillar: read.pillar };
    const decision = decisionAbout(decided, place, found.cause) ?? null;
    return { ...withDecision(found, decision, now), id: problemIdOf(place, found.cause) };
  });
}

/** A problem that one result shows. `accepted`: an acceptance of the result itself. */
type Shown = { cause: string; accepted?: Accepted | null };

/**
 * Returns a function that tells whether people set aside every problem that one result of the run shows; false if it shows none. How far a
 * problem has spread is read from the problem, as its list does, because one result does not show it.
 */
export async function setAsideIn(
  models: Models,
  run: Pick<Run, "projectId" | "environmentId" | "branch"> & { pillar: Pillar },
  now: Date,
  { decisions, mainBranch }: { decisions: Decisions; mainBranch: string },
): Promise<(shown: readonly Shown[]) => boolean> {
  const at = { ...(await lineOf(models, run, mainBranch)), pillar: run.pillar };
  const decided = await decisions(linesOf(at.line));
  const isAside = ({ cause, accepted }: Shown): boolean => {
    const decision = decisionAbout(decided, at, cause) ?? null;
    return isSetAside({ placeCount: decision?.placeCount ?? 0, accepted }, decision, now);
  };
  return (shown) => shown.length > 0 && shown.every(isAside);
}
