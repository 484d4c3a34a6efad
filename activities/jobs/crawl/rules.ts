// What a crawl is asked for, and what its activities keep for each other.

import { sameSite } from "../../../domain/crawl/address.ts";
import type { CrawlInput, CrawlSetUp } from "../../../domain/crawl/crawl.ts";
import { judgeAddress } from "../../../domain/net/pageAddress.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import { invalid } from "../../failures.ts";

/** Attempts of an activity of a crawl that may ask the site. */
export const CRAWL_TRIES = 20;

/** Throws where the job is no crawl, or begins elsewhere than on its site. */
export function crawlInputOf(job: Job): CrawlInput {
  if (job.kind !== "crawl_site") throw invalid(`The job ${job._id} is not a crawl.`);
  const input = job.input as CrawlInput;
  if (judgeAddress(input.startUrl).fault !== undefined || !sameSite(input.startUrl, job.baseUrl))
    throw invalid(`The crawl ${job._id} does not begin on the project's site.`);
  return input;
}

export const setUpOf = (job: Job): CrawlSetUp => job.state as CrawlSetUp;
