// Problems of runs that ended before problems were kept: those of the newest run of each kind, environment and branch, once.

import { runsOf } from "../../domain/pillars/derive.ts";
import { DECLARED_PILLARS } from "../../domain/pillars/index.ts";
import type { Models } from "../index.ts";
import type { Project } from "../project.ts";
import type { Run } from "../run.ts";
import { latestRunsOfType } from "../runQueries.ts";
import { refreshProblems } from "./refresh.ts";

/** Runs of one kind among which the newest of each branch are looked for. */
const RECENT = 60;

/**
 * Does one project, and answers whether there was one. Safe to repeat and to interrupt: the project is marked when it is done, and
 * writing a run's problems again changes nothing.
 */
export async function fillProblems(models: Models): Promise<boolean> {
  const project = await models.projects
    .findOne({ problemsFilled: { $ne: true } }, { mainBranch: 1 })
    .lean<Pick<Project, "_id" | "mainBranch">>();
  if (project === null) return false;
  for (const run of await standingRuns(models, project)) await refreshProblems(models, run);
  await models.projects.updateOne({ _id: project._id }, { $set: { problemsFilled: true } });
  return true;
}

/** The oldest first, so that what main has is there before the branches. */
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
