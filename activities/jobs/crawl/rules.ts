// Input of a crawl, and the state its activities share.

import { sameSite } from "../../../domain/crawl/address.ts";
import type { CrawlInput, CrawlSetUp } from "../../../domain/crawl/crawl.ts";
import { judgeAddress } from "../../../domain/net/pageAddress.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import { invalid } from "../../failures.ts";

/** Maximum attempts of a crawl activity that sends requests to the site. */
export const CRAWL_TRIES = 20;

/** Throws if the job is not a crawl, or does not start on its site. */
export function crawlInputOf(job: Job): CrawlInput {
  if (job.kind !== "crawl_site") throw invalid(`The job ${job._id} is not a crawl.`);
  const input = job.input as CrawlInput;
  if (judgeAddress(input.startUrl).fault !== undefined || !sameSite(input.startUrl, job.baseUrl))
    throw invalid(`The crawl ${job._id} does not begin on the project's site.`);
  return input;
}

export const setUpOf = (job: Job): CrawlSetUp => job.state as CrawlSetUp;
