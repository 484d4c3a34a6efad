// The runs that a caller may want another one compared with.

import type { StatusType } from "../../domain/runTypes.ts";
import type { Models } from "../index.ts";
import type { Fields } from "../lib/fields.ts";
import type { Project } from "../projects/schema.ts";
import { newest, type Row, storedAs } from "./queries.ts";
import type { Run } from "./schema.ts";

/** `branch` undefined: of any branch. `environmentIds`: null among them stands for the project's own address. */
export type AskedPlace = {
  project: Pick<Project, "_id" | "mainBranch">;
  branch?: string;
  environmentIds: readonly (string | null)[];
};

type Reading<F extends keyof Run> = { limit: number; fields: Fields<Run, F> };

/** Completed runs of one type there that took their own screenshots, newest first. */
export const completedRunsAt = <F extends keyof Run>(
  models: Models,
  place: AskedPlace,
  type: StatusType,
  reading: Reading<F>,
): Promise<Row<F>[]> => runsAt(models, place, { type, status: "completed" }, reading);

/** The same, however they ended. */
export const endedRunsAt = <F extends keyof Run>(
  models: Models,
  place: AskedPlace,
  type: StatusType,
  reading: Reading<F>,
): Promise<Row<F>[]> => runsAt(models, place, { type, status: { $ne: "running" } }, reading);

async function runsAt<F extends keyof Run>(
  models: Models,
  { project, branch, environmentIds }: AskedPlace,
  wanted: Record<string, unknown>,
  { limit, fields }: Reading<F>,
): Promise<Row<F>[]> {
  const branches = branch === undefined ? null : storedAs(branch, project.mainBranch);
  const common = { projectId: project._id, ...wanted, upload: null };
  const found = await Promise.all(
    environmentIds.map((environmentId) => newest(models, { ...common, environmentId }, branches, limit, fields)),
  );
  return found
    .flat()
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, limit);
}

/** Whether any run of the project was on this branch. */
export async function isBranchKnown(
  models: Models,
  project: Pick<Project, "_id" | "mainBranch">,
  branch: string,
): Promise<boolean> {
  const branches = storedAs(branch, project.mainBranch);
  return (await newest(models, { projectId: project._id }, branches, 1, { _id: 1 })).length > 0;
}

/** Newest runs whose branches are known by name. */
const MAX_RECENT = 300;

/** Branches of the newest runs of a project, the last one first. */
export async function recentBranches(models: Models, project: Pick<Project, "_id" | "mainBranch">): Promise<string[]> {
  const runs = await newest(models, { projectId: project._id }, null, MAX_RECENT, { branch: 1 });
  return [...new Set(runs.map(({ branch }) => branch ?? project.mainBranch))];
}
