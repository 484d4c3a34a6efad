// Adds problems of runs that ended before problems were stored: once, for the newest run of each kind, environment and branch.

import { messageOf } from "../../domain/errors.ts";
import { runsOf } from "../../domain/pillars/derive.ts";
import { DECLARED_PILLARS } from "../../domain/pillars/index.ts";
import { isOpenState } from "../../domain/problems/problem.ts";
import { isDatabaseAway, isDatabaseFull } from "../database/databaseAway.ts";
import type { Models } from "../index.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { Project } from "../projects/schema.ts";
import { latestRunsOfType } from "../runs/queries.ts";
import type { Run } from "../runs/schema.ts";
import { refreshList } from "./lists.ts";
import { refreshProblems } from "./refresh.ts";
import type { Problem } from "./schema.ts";
import { listIdOf, type ProblemLine, peopleKeys, shelfOf } from "./shelf.ts";

/** Number of runs of one kind that are searched for the newest of each branch. */
const RECENT = 60;

/**
 * Processes one project, and returns whether there was one. Safe to repeat and to interrupt: the project is marked when it is done, and
 * writing a run's problems again changes nothing. A run or list that fails is skipped, so that it does not block the others: the next run
 * of its branch stores its problems. Throws the first such error once the project is marked.
 */
export async function fillProblems(models: Models): Promise<boolean> {
  const project = await models.projects
    .findOne({ problemsListed: { $ne: true } }, { mainBranch: 1, problemsFilled: 1 })
    .lean<Pick<Project, "_id" | "mainBranch" | "problemsFilled">>();
  if (project === null) return false;
  const failed: Error[] = [];
  const each: Each = async (what, work) => {
    try {
      await work();
    } catch (error) {
      if (isDatabaseAway(error) || isDatabaseFull(error)) throw error;
      failed.push(new Error(`The problems of ${what} cannot be read: ${messageOf(error)}`, { cause: error }));
    }
  };
  if (project.problemsFilled) await each(project._id, () => listProblems(models, project._id, each));
  else for (const run of await standingRuns(models, project)) await each(run._id, () => refreshProblems(models, run));
  const done = { problemsFilled: true, problemsListed: true };
  await models.projects.updateOne({ _id: project._id }, { $set: done });
  if (failed[0]) throw failed[0];
  return true;
}

/** Does a part of the work, whose failure does not block the others. */
type Each = (what: string, work: () => Promise<unknown>) => Promise<void>;

const SHELVED = {
  environmentId: 1,
  line: 1,
  pillar: 1,
  status: 1,
  assignee: 1,
  snooze: 1,
  acceptance: 1,
  shelfId: 1,
} as const;

/** Assigns the problems of an earlier version to their shelves and lists. */
async function listProblems(models: Models, projectId: string, each: Each): Promise<void> {
  type Row = Pick<Problem, "_id" | keyof typeof SHELVED>;
  const lines = new Map<string, ProblemLine>();
  for (const one of await readInTurns<Problem, Row>(models.problems, { projectId }, { fields: SHELVED })) {
    const { _id, line, pillar, environmentId = null } = one;
    const at = { projectId, environmentId, line, pillar };
    lines.set(listIdOf(at), at);
    const fields = { shelfId: shelfOf(at, isOpenState(one)), ...peopleKeys(at, one) };
    // If a run ended in the meantime, it has already moved the problem.
    await models.problems.updateOne({ _id, shelfId: one.shelfId }, { $set: fields });
  }
  for (const at of lines.values())
    await each(`${at.pillar} on ${at.line || "the main branch"}`, () => refreshList(models, at, []));
}

/** Returns the runs oldest first, so that main's problems are stored before those of branches. */
async function standingRuns(models: Models, project: Pick<Project, "_id" | "mainBranch">): Promise<Run[]> {
  const standing: Run[] = [];
  for (const { type } of runsOf(DECLARED_PILLARS)) {
    const seen = new Set<string>();
    for (const run of await latestRunsOfType(models, { project }, type, {
      status: "completed",
      limit: RECENT,
    })) {
      const place = JSON.stringify([run.environmentId, run.branch ?? project.mainBranch]);
      if (seen.has(place)) continue;
      seen.add(place);
      standing.push(run as Run);
    }
  }
  return standing.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}
