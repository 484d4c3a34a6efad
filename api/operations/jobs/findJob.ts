// Finds a job that the caller may see. A job of another project or organisation is reported as not found.
import { ProductError } from "../../../domain/errors.ts";
import { hintOf } from "../../../domain/nearest.ts";
import { jobWithin, recentJobIds } from "../../../models/jobs/queries.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import { reachOf } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

/** Maximum number of recent jobs whose ids are searched for suggestions. */
const RECENT = 50;

/** Throws `not_found` with the closest ids. */
export async function findJob(ctx: OperationContext, caller: Caller, jobId: string): Promise<Job> {
  const reach = reachOf(caller);
  const job = await jobWithin(ctx.models, reach, jobId);
  if (job) return job;
  const ids = await recentJobIds(ctx.models, reach, RECENT);
  const hint = hintOf(jobId, ids, "Start one first, for instance with crawl_site.");
  throw new ProductError("not_found", `Job "${jobId.slice(0, 100)}" was not found.${hint}`);
}
