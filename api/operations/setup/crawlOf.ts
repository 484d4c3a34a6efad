// The crawl whose pages the setup offers.
import { ProductError } from "../../../domain/errors.ts";
import type { Models } from "../../../models/index.ts";
import { newestJobOf, wholeJobOf } from "../../../models/jobs/queries.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";

/** Returns the newest crawl unless one is named. Throws `not_found` if the project has none. */
export async function crawlOf(models: Models, project: Project, jobId: string | undefined): Promise<Job> {
  const found =
    jobId === undefined
      ? await newestJobOf(models, project._id, "crawl_site")
      : await wholeJobOf(models, project._id, "crawl_site", jobId);
  if (found) return found;
  const which = jobId === undefined ? "no crawl yet: start one with crawl_site" : `no crawl "${jobId}"`;
  throw new ProductError("not_found", `The project ${project.name} has ${which}.`);
}
