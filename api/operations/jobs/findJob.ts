// A job that the caller may see. One of another project or organisation is as unknown as one that never was.
import { ProductError } from "../../../domain/errors.ts";
import type { Job } from "../../../models/job.ts";
import { visible } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { hintOf } from "../../lib/nearest.ts";

/** Jobs whose ids are offered when one was mistyped. */
const RECENT = 50;

/** Throws not_found with the nearest ids. */
export async function findJob(ctx: OperationContext, caller: Caller, jobId: string): Promise<Job> {
  const seen = visible(caller, "projectId");
  const job = await ctx.models.jobs.findOne({ _id: jobId, ...seen }, { state: 0 }).lean<Job>();
  if (job) return job;
  const recent = await ctx.models.jobs
    .find(seen, { _id: 1 })
    .sort({ createdAt: -1 })
    .limit(RECENT)
    .lean<{ _id: string }[]>();
  const ids = recent.map(({ _id }) => _id);
  const hint = hintOf(jobId, ids, "Start one first, for instance with crawl_site.");
  throw new ProductError("not_found", `Job "${jobId.slice(0, 100)}" was not found.${hint}`);
}
