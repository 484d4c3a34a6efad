// Input of an exploration or proposal job.
import type { ExploreInput, ExploreSetUp } from "../../../domain/explore/explore.ts";
import { judgeAddress } from "../../../domain/net/pageAddress.ts";
import { EXPLORING } from "../../../models/jobs/queries.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import { invalid } from "../../failures.ts";

/** Throws if the job does not explore, or does not start on its site. */
export function exploreInputOf(job: Job): ExploreInput {
  if (!EXPLORING.includes(job.kind)) throw invalid(`The job ${job._id} explores no site.`);
  const input = job.input as ExploreInput;
  const judged = judgeAddress(input.startPath, job.baseUrl);
  if (judged.fault !== undefined || judged.url.origin !== new URL(job.baseUrl).origin)
    throw invalid(`The exploration ${job._id} does not begin on the project's site.`);
  return input;
}

export const exploreSetUpOf = (job: Job): ExploreSetUp => job.state as ExploreSetUp;
