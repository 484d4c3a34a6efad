// What earlier runs of a branch left failing: a partial run has no result for the rest.
import { NOBODY, statusWith } from "../../domain/problems/people.ts";
import { isOpen } from "../../domain/problems/problem.ts";
import type { Models } from "../index.ts";
import type { Run } from "../runs/schema.ts";
import { type Decisions, decisionsOnce } from "./ofRun.ts";
import { openProblems } from "./queries.ts";
import type { Problem } from "./schema.ts";
import { decisionAbout, linesOf, type ProblemLine } from "./shelf.ts";

/** The run whose verdict is requested. */
export type NewestRun = Pick<Run, "_id" | "projectId" | "type" | "environmentId" | "branch" | "createdAt">;

/** A problem without the fields that only its screen shows, because a branch may have thousands. */
type EarlierProblem = Pick<Problem, keyof typeof FIELDS>;
const FIELDS = {
  cause: 1,
  rule: 1,
  severity: 1,
  kind: 1,
  sentence: 1,
  places: 1,
  placeCount: 1,
  status: 1,
  accepted: 1,
  firstSeen: 1,
  lastSeen: 1,
} as const;

/** `decisions`: if already read. `mainBranch`: of the run's project, if known. */
export type Judging = { mainBranch?: string; decisions?: Decisions };

/**
 * Returns open problems that failed before this run and that nobody accepted or snoozed. What could not be measured does not count as
 * failed.
 */
export async function standingBefore(
  models: Models,
  at: ProblemLine,
  run: NewestRun,
  now: Date,
  { decisions = decisionsOnce(models, at.projectId) }: Judging,
): Promise<EarlierProblem[]> {
  const found = (await openProblems(models, at, FIELDS)).filter(
    ({ kind, rule, firstSeen }) => kind === "failed" && rule !== "environment" && firstSeen.at < run.createdAt,
  );
  if (found.length === 0) return [];
  const decided = await decisions(linesOf(at.line));
  return found.filter((one) => isOpen(statusWith(one, decisionAbout(decided, at, one.cause) ?? NOBODY, now)));
}
