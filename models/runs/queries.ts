// Queries for finding runs. A run without a branch counts as on the main branch: visitors see no difference.

import { replaces } from "../../domain/runs/part.ts";
import type { StatusType } from "../../domain/runTypes.ts";
import { escapeRegExp } from "../../domain/text.ts";
import type { Models } from "../index.ts";
import type { Fields } from "../lib/fields.ts";
import { within } from "../lib/within.ts";
import type { Project } from "../projects/schema.ts";
import type { Run } from "./schema.ts";
import { wholeRuns } from "./whole.ts";

/** Where runs are searched. Undefined or null fields do not restrict the search. */
export type RunPlace = {
  project: Pick<Project, "_id" | "mainBranch">;
  environmentId?: string | null;
  branch?: string | null;
  prNumber?: number;
  commitSha?: string;
};

/** A run with these fields. `_id` and `createdAt` are always included. */
export type Row<F extends keyof Run> = Pick<Run, "_id" | "createdAt" | F>;

/** Returns whether a run of this branch is on the main branch. */
export const onMainBranch = (branch: string | null, mainBranch: string): boolean =>
  branch === null || branch === mainBranch;

/** Returns the values that runs of this branch may have stored. */
export const storedAs = (branch: string | null, mainBranch: string): readonly (string | null)[] =>
  onMainBranch(branch, mainBranch) ? [mainBranch, null] : [branch];

/** Ids sort by time too, which orders runs of the same millisecond. */
const newestFirst = (a: Row<never>, b: Row<never>): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1);

/** Returns the newest runs of some branches, with one read per branch: an equality narrows the read on every database, a list of values does not. */
export async function newest<F extends keyof Run = keyof Run>(
  models: Models,
  filter: Record<string, unknown>,
  branches: readonly (string | null)[] | null,
  limit: number,
  fields?: Fields<Run, F>,
): Promise<Row<F>[]> {
  const found = await Promise.all(
    (branches ?? [undefined]).map((branch) =>
      models.runs
        .find({ ...filter, ...(branch !== undefined && { branch }) }, fields && { ...fields, createdAt: 1 })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .lean<Row<F>[]>(),
    ),
  );
  return found.flat().sort(newestFirst).slice(0, limit);
}

function filterOf({ project, environmentId, prNumber, commitSha }: RunPlace): Record<string, unknown> {
  return {
    projectId: project._id,
    ...(typeof environmentId === "string" && { environmentId }),
    ...(prNumber !== undefined && { prNumber }),
    ...(commitSha !== undefined && { commitSha }),
  };
}

const branchesOf = ({ project, branch }: RunPlace) =>
  typeof branch === "string" ? storedAs(branch, project.mainBranch) : null;

/** Returns the run with this id if it belongs to the project. */
export async function findRunOf<F extends keyof Run = keyof Run>(
  models: Models,
  projectId: string,
  runId: string,
  fields?: Fields<Run, F>,
): Promise<Row<F> | null> {
  return models.runs.findOne({ _id: runId, projectId }, fields && { ...fields, createdAt: 1 }).lean<Row<F>>();
}

/** Returns the parts of a full audit, sorted by id; [] before it is planned. `limit`: all by default. */
export async function partsOf<F extends keyof Run = keyof Run>(
  models: Models,
  runId: string,
  { fields, limit = 0 }: { fields?: Fields<Run, F>; limit?: number } = {},
): Promise<Row<F>[]> {
  return models.runs
    .find({ parentRunId: runId }, fields && { ...fields, createdAt: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<Row<F>[]>();
}

/** Returns the newest run of any type that is not part of a full audit. */
export async function latestRun(
  models: Models,
  place: RunPlace,
  { status }: { status?: Run["status"] } = {},
): Promise<Run | null> {
  const filter = { ...filterOf(place), parentRunId: null, ...(status && { status }) };
  const [run = null] = await newest(models, filter, branchesOf(place), 1);
  return run;
}

/**
 * `since` is the earliest start. `only`: with `whole`, runs that are no part (domain/runs/part.ts). With `environmentId`, runs of this
 * environment; null: of the project's own address.
 */
type Latest<F extends keyof Run> = {
  status?: Run["status"];
  since?: Date;
  only?: { whole?: true; environmentId?: string | null };
  limit: number;
  fields?: Fields<Run, F>;
};

/** Returns the newest runs of one type, started alone or as part of a full audit. */
export async function latestRunsOfType<F extends keyof Run = keyof Run>(
  models: Models,
  place: RunPlace,
  type: StatusType,
  { status, since, only: { whole, ...only } = {}, limit, fields }: Latest<F>,
): Promise<Row<F>[]> {
  const filter = {
    ...filterOf(place),
    type,
    ...(status && { status }),
    ...(since && { createdAt: { $gte: since } }),
    ...(whole && wholeRuns(type)),
    ...only,
  };
  return newest(models, filter, branchesOf(place), limit, fields);
}

/** Returns the newest run of one type, started alone or as part of a full audit. */
export async function latestRunOfType<F extends keyof Run = keyof Run>(
  models: Models,
  place: RunPlace,
  type: StatusType,
  { status, fields }: { status?: Run["status"]; fields?: Fields<Run, F> } = {},
): Promise<Row<F> | null> {
  const [run = null] = await latestRunsOfType(models, place, type, { status, limit: 1, fields });
  return run;
}

/** Where a page of runs ended. */
export type RunPosition = { at: Date; id: string };

/** Filters for a list of runs. */
export type RunFilter = {
  type?: StatusType;
  status?: Run["status"];
  verdict?: "pass" | "fail";
  /** Only runs that ended in an error or whose verdict is "fail". */
  failed?: boolean;
  /** Start of the run: the earliest and the latest. */
  from?: Date;
  to?: Date;
  /** Only runs that are not part of a full audit. */
  alone?: boolean;
  /** Part of a branch, of a ticket's key or of a name, the beginning of a commit, an id, or the number of a pull request. */
  text?: string;
};

/** Returns runs of any type or one, newest first, including parts of full audits. `after`: only what follows it. */
export async function pageOfRuns<F extends keyof Run = keyof Run>(
  models: Models,
  place: RunPlace,
  {
    after,
    limit,
    fields,
    ...narrowed
  }: RunFilter & { after: RunPosition | null; limit: number; fields?: Fields<Run, F> },
): Promise<Row<F>[]> {
  const { type, status, verdict, failed, from, to, alone, text } = narrowed;
  const later = after && { $or: [{ createdAt: { $lt: after.at } }, { createdAt: after.at, _id: { $lt: after.id } }] };
  const both = [
    ...(later ? [later] : []),
    ...(text ? [{ $or: mentions(text) }] : []),
    ...(failed ? [{ $or: [{ status: "failed" }, { verdict: "fail" }] }] : []),
  ];
  const filter = {
    ...filterOf(place),
    ...(type && { type }),
    ...(status && { status }),
    ...(verdict && { verdict }),
    ...((from || to) && { createdAt: { ...(from && { $gte: from }), ...(to && { $lte: to }) } }),
    ...(alone && { parentRunId: null }),
    ...(both.length > 0 && { $and: both }),
  };
  return newest(models, filter, branchesOf(place), limit, fields);
}

function mentions(text: string): Record<string, unknown>[] {
  const number = /^#?(\d{1,9})$/.exec(text)?.[1];
  return [
    { _id: text },
    { commitSha: { $regex: `^${escapeRegExp(text)}`, $options: "i" } },
    ...["branch", "issueKey", "requestedBy", "environmentName"].map((field) => ({ [field]: within(text) })),
    ...(number === undefined ? [] : [{ prNumber: Number(number) }]),
  ];
}

/** Returns the newest runs of several projects since `since`, of every type. */
export async function recentRuns<F extends keyof Run>(
  models: Models,
  projectIds: readonly string[],
  { since, limit, fields }: { since: Date; limit: number; fields: Fields<Run, F> },
): Promise<Row<F>[]> {
  const read = (projectId: string) => newest(models, { projectId, createdAt: { $gte: since } }, null, limit, fields);
  return (await Promise.all(projectIds.map(read))).flat();
}

/** Returns running runs, oldest start first, including full audits and their parts. */
export async function oldestRunning<F extends keyof Run>(
  models: Models,
  place: RunPlace,
  limit: number,
  fields: Fields<Run, F>,
): Promise<Row<F>[]> {
  return models.runs
    .find({ ...filterOf(place), status: "running" }, { ...fields, createdAt: 1 })
    .sort({ createdAt: 1, _id: 1 })
    .limit(limit)
    .lean<Row<F>[]>();
}

/** Returns the URL of a pull request, from the newest run that has it, and the CI system of its newest run. */
export async function pullRequestFacts(
  models: Models,
  projectId: string,
  prNumber: number,
): Promise<{ prUrl: string | null; ciProvider: string | null }> {
  const [[addressed], [last]] = await Promise.all([
    newest(models, { projectId, prNumber, prUrl: { $ne: null } }, null, 1, { prUrl: 1 }),
    newest(models, { projectId, prNumber }, null, 1, { ciProvider: 1 }),
  ]);
  return { prUrl: addressed?.prUrl ?? null, ciProvider: last?.ciProvider ?? null };
}

/** Number of newest runs of a commit, or searched for one of a pull request. */
const MAX_LOOKED_AT = 100;

const OF_COMMIT = {
  type: 1,
  status: 1,
  verdict: 1,
  summary: 1,
  error: 1,
  progress: 1,
  part: 1,
  environmentId: 1,
  environmentName: 1,
  upload: 1,
  pages: 1,
  scenarios: 1,
  extra: 1,
} as const;

/** Returns the runs for a run's commit, of its type, that no later one replaces, newest first; the others are no longer reported. */
export async function standingRunsOfCommit(
  models: Models,
  { projectId, type, commitSha }: Pick<Run, "projectId" | "type" | "commitSha">,
): Promise<Row<keyof typeof OF_COMMIT>[]> {
  const same = { projectId, type, commitSha, parentRunId: null };
  const standing: Row<keyof typeof OF_COMMIT>[] = [];
  for (const run of await newest(models, same, null, MAX_LOOKED_AT, OF_COMMIT))
    if (!standing.some((later) => replaces(later, run))) standing.push(run);
  return standing;
}

/** Returns the newest pull request URL among the project's last runs: it shows which repository belongs to the project. */
export async function recentPullRequestUrl(models: Models, projectId: string): Promise<string | null> {
  const runs = await newest(models, { projectId }, null, MAX_LOOKED_AT, { prUrl: 1 });
  return runs.find(({ prUrl }) => prUrl !== null)?.prUrl ?? null;
}

/** Returns the number of completed runs of one type in the project, on every branch. */
export const countCompleted = (models: Models, projectId: string, type: StatusType): Promise<number> =>
  models.runs.countDocuments({ projectId, type, status: "completed" });

/** Returns the ids of the newest runs of every type, including parts of full audits. */
export async function recentRunIds(models: Models, place: RunPlace, limit: number): Promise<string[]> {
  const runs = await newest(models, filterOf(place), branchesOf(place), limit, { _id: 1 });
  return runs.map(({ _id }) => _id);
}

/** Returns the parts of a full audit that have not ended, sorted by id. */
export function openPartsOf(models: Models, parentRunId: string): Promise<Pick<Run, "_id" | "type">[]> {
  return models.runs
    .find({ parentRunId, status: "running" }, { type: 1 })
    .sort({ _id: 1 })
    .lean<Pick<Run, "_id" | "type">[]>();
}

/** Returns the number of runs of a project that have not ended; a full audit with its parts counts as one. */
export function openRunCount(models: Models, projectId: string): Promise<number> {
  return models.runs.countDocuments({ status: "running", projectId, parentRunId: null });
}
