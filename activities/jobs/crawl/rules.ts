// robots.txt as one crawl goes by it: read once at the beginning, kept in the artifact store, parsed in each activity.

import { sameSite } from "../../../domain/crawl/address.ts";
import type { CrawlInput, CrawlRobots, CrawlSetUp } from "../../../domain/crawl/crawl.ts";
import { judgeAddress } from "../../../domain/net/pageAddress.ts";
import { readRobotsFile } from "../../../domain/robots/robots.ts";
import type { Job } from "../../../models/job.ts";
import type { CommonDeps } from "../../commonDeps.ts";
import { invalid } from "../../failures.ts";
import { ROBOT } from "../../site/request.ts";

/** Throws where the job is no crawl, or begins elsewhere than on its site. */
export function crawlInputOf(job: Job): CrawlInput {
  if (job.kind !== "crawl_site") throw invalid(`The job ${job._id} is no crawl.`);
  const input = job.input as CrawlInput;
  if (judgeAddress(input.startUrl).fault !== undefined || !sameSite(input.startUrl, job.baseUrl))
    throw invalid(`The crawl ${job._id} does not begin on the project's site.`);
  return input;
}

export const setUpOf = (job: Job): CrawlSetUp => job.state as CrawlSetUp;

/** Whether an address may be asked. Both spellings of the site's host go by the one file. */
export async function robotsRules(
  deps: Pick<CommonDeps, "artifacts">,
  robots: CrawlRobots,
): Promise<(url: string) => boolean> {
  if (robots.textId === null) return () => true;
  const text = Buffer.from(await deps.artifacts.get(robots.textId)).toString("utf8");
  const rules = readRobotsFile(robots.address, text, ROBOT);
  const { origin } = new URL(robots.address);
  return (url) => {
    const { pathname, search } = new URL(url);
    return rules.judge(origin + pathname + search)?.allowed ?? true;
  };
}
