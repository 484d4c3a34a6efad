// What earlier runs of a branch left failing: a partial run has no result for the rest.
import { NOBODY, statusWith } from "../../domain/problems/people.ts";
import { isOpen } from "../../domain/problems/problem.ts";
import type { Models } from "../index.ts";
import type { Run } from "../runs/schema.ts";
import { type Decision, openProblems } from "./queries.ts";
import type { Problem } from "./schema.ts";
import { decisionAbout, type ProblemLine } from "./shelf.ts";

/** The run whose verdict is requested. */
export type NewestRun = Pick<Run, "_id" | "projectId" | "type" | "environmentId" | "branch" | "createdAt">;

/** A problem without the fields that only its screen shows, because a branch may have thousands. */
export type EarlierProblem = Pick<Problem, keyof typeof FIELDS>;
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

/** Returns open problems that failed before this run. What could not be measured does not count as failed. */
export const failedBefore = async (models: Models, at: ProblemLine, run: NewestRun): Promise<EarlierProblem[]> =>
  (await openProblems(models, at, FIELDS)).filter(
    ({ kind, rule, firstSeen }) => kind === "failed" && rule !== "environment" && firstSeen.at < run.createdAt,
  );

/** Returns the problems that nobody accepted or snoozed. `decided`: decisions on the lines of `at`. */
export const notSetAside = (
  problems: readonly EarlierProblem[],
  decided: ReadonlyMap<string, Decision>,
  at: ProblemLine,
  now: Date,
): EarlierProblem[] =>
  problems.filter((one) => isOpen(statusWith(one, decisionAbout(decided, at, one.cause) ?? NOBODY, now)));
