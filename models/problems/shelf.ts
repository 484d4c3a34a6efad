// Keys of problems that are read together: an equality narrows a read on every database, a list of values or a range does not.
import { createHash } from "node:crypto";
import type { Pillar } from "../../domain/audit/pillars.ts";
import type { PeopleSide } from "../../domain/problems/people.ts";

/** Where a run's problems belong. `line`: "" for the main branch. */
export type ProblemLine = { projectId: string; environmentId: string | null; line: string; pillar: Pillar };

/** Returns the key of the open or the fixed problems of one pillar on one branch. */
export const shelfOf = ({ projectId, environmentId, line, pillar }: ProblemLine, open: boolean): string =>
  [projectId, environmentId ?? "", pillar, open ? "open" : "fixed", line].join(":");

/** Returns the key of the lists of a branch. */
export const lineIdOf = (projectId: string, line: string): string => `${projectId}:${line}`;

/** Returns the branch and pillar of a list. */
export const atOf = ({
  projectId,
  environmentId,
  pillar,
  lineId,
}: Omit<ProblemLine, "line"> & { lineId: string }): ProblemLine => ({
  projectId,
  environmentId: environmentId ?? null,
  pillar,
  line: lineId.slice(lineIdOf(projectId, "").length),
});

/** Returns the key of the problems of a branch that people accepted or snoozed. */
export const decidedShelfOf = (projectId: string, line: string): string => `${projectId}:decided:${line}`;

/** Returns the key of the assigned problems of a branch. */
export const assignedShelfOf = (projectId: string, line: string): string => `${projectId}:assigned:${line}`;

/** Returns the keys of a problem that somebody is assigned to, or decided about; null for the others. */
export const peopleKeys = (
  { projectId, line }: Pick<ProblemLine, "projectId" | "line">,
  { assignee, snooze, acceptance }: Partial<Pick<PeopleSide, "assignee" | "snooze" | "acceptance">>,
) => ({
  assignedId: assignee ? assignedShelfOf(projectId, line) : null,
  decidedId: snooze || acceptance ? decidedShelfOf(projectId, line) : null,
});

const hashOf = (name: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(name)).digest("hex").slice(0, 32);

export const problemIdOf = ({ projectId, environmentId, line, pillar }: ProblemLine, cause: string): string =>
  `pbm_${hashOf([projectId, environmentId, line, pillar, cause])}`;

/** Returns the branch, and main, whose decisions apply to it too. */
export const linesOf = (line: string): string[] => [...new Set([line, ""])];

/** Returns the decision about a cause: on a branch its own takes precedence over that of main. `decisions`: of `linesOf`. */
export function decisionAbout<D>(decisions: ReadonlyMap<string, D>, at: ProblemLine, cause: string): D | undefined {
  const found = linesOf(at.line).map((line) => decisions.get(problemIdOf({ ...at, line }, cause)));
  return found.find((one) => one !== undefined);
}

export const listIdOf = ({ projectId, environmentId, line, pillar }: ProblemLine): string =>
  `pbl_${hashOf([projectId, environmentId, line, pillar])}`;
