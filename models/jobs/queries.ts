// Jobs: their beginning, what their activities keep, and their end in one shape for workflow, cancel and reconciler.
import { type JobEndStatus, OPEN_JOB } from "../../domain/jobs/kinds.ts";
import { noteWorkChange } from "../changes/queries.ts";
import { isDuplicateKey, type Models } from "../index.ts";
import type { Job } from "./schema.ts";

export type JobEnd = { status: JobEndStatus; error?: string | null; result?: Job["result"] };

/** The fields of an end. The lock is given up with it, so that the next job of the kind may begin. */
export function endOfJob(jobId: string, { status, error = null, result = null }: JobEnd, at: Date) {
  return { status, error, result, lock: jobId, finishedAt: at } satisfies Partial<Job>;
}

/** Ends a job without a workflow; true when this call did it. */
export async function closeJob(models: Models, jobId: string, end: JobEnd, at: Date): Promise<boolean> {
  const closed = await models.jobs.updateOne(
    { _id: jobId, status: { $in: OPEN_JOB } },
    { $set: endOfJob(jobId, end, at) },
  );
  if (closed.modifiedCount > 0) await noteWorkChange(models, "job", jobId);
  return closed.modifiedCount > 0;
}

/** The newest completed crawl of a project, null: there is none. */
export function latestCrawl(models: Models, projectId: string): Promise<Job | null> {
  return models.jobs
    .findOne({ projectId, kind: "crawl_site", status: "completed" })
    .sort({ createdAt: -1, _id: -1 })
    .lean<Job>();
}

/** The newest completed crawls of a project whose addresses are kept, newest first. */
export function completedCrawls(models: Models, projectId: string, limit: number): Promise<Job[]> {
  return models.jobs
    .find({ projectId, kind: "crawl_site", status: "completed", forgotten: { $ne: true } }, { state: 0 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean<Job[]>();
}

/** Jobs of a project that have not ended, the oldest first. */
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

/** The newest job of a kind, whatever became of it; null: there is none. */
export function newestJobOf(models: Models, projectId: string, kind: Job["kind"]): Promise<Job | null> {
  return models.jobs.findOne({ projectId, kind }, { state: 0 }).sort({ createdAt: -1, _id: -1 }).lean<Job>();
}

/** Jobs of a kind, newest first. `before`: only those that come after that one in the list. */
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

/** A job of a project with what its activities keep; null: it has none of this id and kind. */
export function wholeJobOf(models: Models, projectId: string, kind: Job["kind"], _id: string): Promise<Job | null> {
  return models.jobs.findOne({ _id, projectId, kind }).lean<Job>();
}

/** Writes a new job; false: one with its id or its lock is there already. */
export async function insertJob(models: Models, job: Job): Promise<boolean> {
  try {
    await models.jobs.create(job);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

/** The job that has a lock; null: it is free. */
export function jobWithLock(models: Models, lock: string): Promise<Job | null> {
  return models.jobs.findOne({ lock }).lean<Job>();
}

/** An organisation, or one project of it. */
type Reach = { orgId: string; projectId?: string };

/** The job with this id, if it is within reach, without what its activities tell each other. */
export function jobWithin(models: Models, reach: Reach, jobId: string): Promise<Job | null> {
  return models.jobs.findOne({ _id: jobId, ...reach }, { state: 0 }).lean<Job>();
}

/** The ids of the newest jobs within reach. */
export async function recentJobIds(models: Models, reach: Reach, limit: number): Promise<string[]> {
  const recent = await models.jobs
    .find(reach, { _id: 1 })
    .sort({ createdAt: -1 })
    .limit(limit)
    .lean<Pick<Job, "_id">[]>();
  return recent.map(({ _id }) => _id);
}

/** How a job stands; null: it is gone. */
export async function statusOfJob(models: Models, jobId: string): Promise<Job["status"] | null> {
  const job = await models.jobs.findOne({ _id: jobId }, { status: 1 }).lean<Pick<Job, "status">>();
  return job?.status ?? null;
}

/** The id of the job that has a lock; null: it is free. */
export async function jobHolding(models: Models, lock: string): Promise<string | null> {
  const held = await models.jobs.findOne({ lock }, { _id: 1 }).lean<Pick<Job, "_id">>();
  return held?._id ?? null;
}

/** Keeps what the activities of a job need of its beginning; `forgotten`: whether what it will find is deleted already. */
export async function setUpJob(
  models: Models,
  jobId: string,
  setUp: Pick<Job, "state"> & { forgotten?: false },
): Promise<void> {
  await models.jobs.updateOne({ _id: jobId }, { $set: setUp });
}

/** Keeps one thing that the activities of a job tell each other. */
export async function keepJobState(
  models: Models,
  jobId: string,
  name: "pace" | "consent",
  value: unknown,
): Promise<void> {
  await models.jobs.updateOne({ _id: jobId }, { $set: { [`state.${name}`]: value } });
}

/** Completed, failed and cancelled crawls of a project whose addresses are kept, newest first. */
export function crawlsToForget(
  models: Models,
  projectId: string,
  limit: number,
): Promise<Pick<Job, "_id" | "status">[]> {
  const over: Job["status"][] = ["completed", "failed", "cancelled"];
  return models.jobs
    .find({ projectId, kind: "crawl_site", status: { $in: over }, forgotten: { $ne: true } }, { status: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean<Pick<Job, "_id" | "status">[]>();
}

/** Notes that what a job found was deleted. */
export async function markForgotten(models: Models, jobId: string): Promise<void> {
  await models.jobs.updateOne({ _id: jobId }, { $set: { forgotten: true } });
}
