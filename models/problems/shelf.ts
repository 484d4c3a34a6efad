// What is read together: an equality narrows a read on every database, a list of values or a range does not.
import { createHash } from "node:crypto";
import type { Pillar } from "../../domain/audit/pillars.ts";

/** Where a run's problems belong. `line`: "" for the main branch. */
export type ProblemLine = { projectId: string; environmentId: string | null; line: string; pillar: Pillar };

/** The problems of one pillar on one branch that are open, or that are fixed. */
export const shelfOf = ({ projectId, environmentId, line, pillar }: ProblemLine, open: boolean): string =>
  [projectId, environmentId ?? "", pillar, open ? "open" : "fixed", line].join(":");

/** The lists of a branch. */
export const lineIdOf = (projectId: string, line: string): string => `${projectId}:${line}`;

/** The branch and pillar that a list is of. */
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

/** The problems of a branch that people accepted or snoozed. */
export const decidedShelfOf = (projectId: string, line: string): string => `${projectId}:decided:${line}`;

/** The problems of a branch that somebody is assigned to. */
export const assignedShelfOf = (projectId: string, line: string): string => `${projectId}:assigned:${line}`;

const hashOf = (name: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(name)).digest("hex").slice(0, 32);

export const problemIdOf = ({ projectId, environmentId, line, pillar }: ProblemLine, cause: string): string =>
  `pbm_${hashOf([projectId, environmentId, line, pillar, cause])}`;

/** The branch, and main, whose decisions hold on it too. */
export const linesOf = (line: string): string[] => [...new Set([line, ""])];

/** What was decided about a cause: on a branch a decision of its own goes before one of main. `decisions`: of `linesOf`. */
export function decisionAbout<D>(decisions: ReadonlyMap<string, D>, at: ProblemLine, cause: string): D | undefined {
  const found = linesOf(at.line).map((line) => decisions.get(problemIdOf({ ...at, line }, cause)));
  return found.find((one) => one !== undefined);
}

export const listIdOf = ({ projectId, environmentId, line, pillar }: ProblemLine): string =>
  `pbl_${hashOf([projectId, environmentId, line, pillar])}`;
