// Jobs: their start, what their activities store, and their end, in one form for workflow, cancel and reconciler.
import { type JobEndStatus, OPEN_JOB } from "../../domain/jobs/kinds.ts";
import { noteWorkChange } from "../changes/queries.ts";
import { isWritten, type Models } from "../index.ts";
import type { Job } from "./schema.ts";

export type JobEnd = { status: JobEndStatus; error?: string | null; result?: Job["result"] };

/** Returns the fields of an ended job. The lock is released with it, so that the next job of the kind may start. */
export function endOfJob(jobId: string, { status, error = null, result = null }: JobEnd, at: Date) {
  return { status, error, result, lock: jobId, finishedAt: at } satisfies Partial<Job>;
}

/** Ends a job without a workflow. Returns whether this call did it. */
export async function closeJob(models: Models, jobId: string, end: JobEnd, at: Date): Promise<boolean> {
  const closed = await models.jobs.updateOne(
    { _id: jobId, status: { $in: OPEN_JOB } },
    { $set: endOfJob(jobId, end, at) },
  );
  if (closed.modifiedCount > 0) await noteWorkChange(models, "job", jobId);
  return closed.modifiedCount > 0;
}

/** Returns the newest completed crawl of a project, or null if there is none. */
export function latestCrawl(models: Models, projectId: string): Promise<Job | null> {
  return models.jobs
    .findOne({ projectId, kind: "crawl_site", status: "completed" })
    .sort({ createdAt: -1, _id: -1 })
    .lean<Job>();
}

/** Returns the newest completed crawls of a project whose addresses are kept, newest first. */
export function completedCrawls(models: Models, projectId: string, limit: number): Promise<Job[]> {
  return models.jobs
    .find({ projectId, kind: "crawl_site", status: "completed", forgotten: { $ne: true } }, { state: 0 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean<Job[]>();
}

/** Returns the jobs of a project that have not ended, oldest first. */
export function openJobs(models: Models, projectId: string, limit: number): Promise<Job[]> {
  return models.jobs
    .find(
      { projectId, status: { $in: OPEN_JOB } },
      { kind: 1, createdAt: 1, progress: 1, requestedBy: 1, status: 1, projectId: 1 },
    )
    .sort({ createdAt: 1, _id: 1 })
    .limit(limit)
    .lean<Job[]>();
}

/** Returns the newest job of a kind, whatever its status, or null if there is none. */
export function newestJobOf(models: Models, projectId: string, kind: Job["kind"]): Promise<Job | null> {
  return models.jobs.findOne({ projectId, kind }, { state: 0 }).sort({ createdAt: -1, _id: -1 }).lean<Job>();
}

/** Returns jobs of a kind, newest first. `before`: only those that follow that job in the list. */
export function pageOfJobs(
  models: Models,
  projectId: string,
  kind: Job["kind"],
  { before, limit }: { before: string | null; limit: number },
): Promise<Omit<Job, "state">[]> {
  // Ids are sorted by time.
  const filter = { projectId, kind, ...(before !== null && { _id: { $lt: before } }) };
  return models.jobs.find(filter, { state: 0 }).sort({ _id: -1 }).limit(limit).lean<Omit<Job, "state">[]>();
}

/** Returns a job of a project with its `state`, or null if the project has none with this id and kind. */
export function wholeJobOf(models: Models, projectId: string, kind: Job["kind"], _id: string): Promise<Job | null> {
  return models.jobs.findOne({ _id, projectId, kind }).lean<Job>();
}

/** Inserts a new job. Returns false if there already is one with its id or lock. */
export async function insertJob(models: Models, job: Job): Promise<boolean> {
  return isWritten(models.jobs.create(job));
}

/** Returns the job that holds a lock, or null if the lock is free. */
export function jobWithLock(models: Models, lock: string): Promise<Job | null> {
  return models.jobs.findOne({ lock }).lean<Job>();
}

/** An organisation, or one project of it. */
type Reach = { orgId: string; projectId?: string };

/** Returns the job with this id if it is within reach, without its `state`. */
export function jobWithin(models: Models, reach: Reach, jobId: string): Promise<Job | null> {
  return models.jobs.findOne({ _id: jobId, ...reach }, { state: 0 }).lean<Job>();
}

/** Returns the ids of the newest jobs within reach. */
export async function recentJobIds(models: Models, reach: Reach, limit: number): Promise<string[]> {
  const recent = await models.jobs
    .find(reach, { _id: 1 })
    .sort({ createdAt: -1 })
    .limit(limit)
    .lean<Pick<Job, "_id">[]>();
  return recent.map(({ _id }) => _id);
}

/** Returns the status of a job, or null if it was deleted. */
export async function statusOfJob(models: Models, jobId: string): Promise<Job["status"] | null> {
  const job = await models.jobs.findOne({ _id: jobId }, { status: 1 }).lean<Pick<Job, "status">>();
  return job?.status ?? null;
}

/** Returns the id of the job that holds a lock, or null if the lock is free. */
export async function jobHolding(models: Models, lock: string): Promise<string | null> {
  const held = await models.jobs.findOne({ lock }, { _id: 1 }).lean<Pick<Job, "_id">>();
  return held?._id ?? null;
}

/** Stores what the activities of a job need from its start. `forgotten: false`: what it finds has not been deleted. */
export async function setUpJob(
  models: Models,
  jobId: string,
  setUp: Pick<Job, "state"> & { forgotten?: false },
): Promise<void> {
  await models.jobs.updateOne({ _id: jobId }, { $set: setUp });
}

/** Stores one value that the activities of a job share. */
export async function keepJobState(
  models: Models,
  jobId: string,
  name: "pace" | "consent",
  value: unknown,
): Promise<void> {
  await models.jobs.updateOne({ _id: jobId }, { $set: { [`state.${name}`]: value } });
}

/** Kinds of jobs that explore a site. */
export const EXPLORING: readonly Job["kind"][] = ["frt_explore_site", "frt_propose_journey"];

/** By the collection of what they found: jobs that still have it. Crawls of old versions lack the mark, explorations that reused another one found nothing. */
const FINDING = {
  crawlAddresses: { kind: "crawl_site", forgotten: { $ne: true } },
  explorePlaces: { kind: { $in: [...EXPLORING] }, forgotten: false },
} as const;
export type FoundIn = keyof typeof FINDING;

/** Returns completed, failed and cancelled jobs of a project that still have what they found, newest first. */
export function jobsToForget(
  models: Models,
  projectId: string,
  found: FoundIn,
  limit: number,
): Promise<Pick<Job, "_id" | "status">[]> {
  return models.jobs
    .find({ projectId, ...FINDING[found], status: { $nin: OPEN_JOB } }, { status: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean<Pick<Job, "_id" | "status">[]>();
}

/** Records that what a job found was deleted. */
export async function markForgotten(models: Models, jobId: string): Promise<void> {
  await models.jobs.updateOne({ _id: jobId }, { $set: { forgotten: true } });
}
