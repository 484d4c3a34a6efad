// Finds the runs that a caller may ask to compare another run with.

import type { StatusType } from "../../domain/runTypes.ts";
import type { Models } from "../index.ts";
import type { Fields } from "../lib/fields.ts";
import type { Project } from "../projects/schema.ts";
import { newest, type Row, storedAs } from "./queries.ts";
import type { Run } from "./schema.ts";

/** `branch` undefined means any branch. null in `environmentIds` stands for the project's own address. */
export type AskedPlace = {
  project: Pick<Project, "_id" | "mainBranch">;
  branch?: string;
  environmentIds: readonly (string | null)[];
};

/** Returns ended runs of one type that took their own screenshots, newest first. `status`: only completed ones. */
export async function endedRunsAt<F extends keyof Run>(
  models: Models,
  { project, branch, environmentIds }: AskedPlace,
  { type, status }: { type: StatusType; status?: "completed" },
  { limit, fields }: { limit: number; fields: Fields<Run, F> },
): Promise<Row<F>[]> {
  const branches = branch === undefined ? null : storedAs(branch, project.mainBranch);
  const common = { projectId: project._id, type, status: status ?? { $ne: "running" }, upload: null };
  const found = await Promise.all(
    environmentIds.map((environmentId) => newest(models, { ...common, environmentId }, branches, limit, fields)),
  );
  return found
    .flat()
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, limit);
}

/** Returns whether the project has any run on this branch. */
export async function isBranchKnown(
  models: Models,
  project: Pick<Project, "_id" | "mainBranch">,
  branch: string,
): Promise<boolean> {
  const branches = storedAs(branch, project.mainBranch);
  return (await newest(models, { projectId: project._id }, branches, 1, { _id: 1 })).length > 0;
}

/** Number of newest runs whose branches are listed. */
const MAX_RECENT = 300;

/** Returns the branches of the newest runs of a project, most recent first. */
export async function recentBranches(models: Models, project: Pick<Project, "_id" | "mainBranch">): Promise<string[]> {
  const runs = await newest(models, { projectId: project._id }, null, MAX_RECENT, { branch: 1 });
  return [...new Set(runs.map(({ branch }) => branch ?? project.mainBranch))];
}
