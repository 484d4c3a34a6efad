// Proposes scenarios that would cover what a crawl found, based on the project's current scenarios.
import { keyOf } from "../../domain/crawl/address.ts";
import type { CrawlResult } from "../../domain/crawl/crawl.ts";
import { type Proposals, proposeScenarios } from "../../domain/crawl/propose.ts";
import type { Models } from "../index.ts";
import type { Job } from "../jobs/schema.ts";
import { groupsOfUrls } from "./groups.ts";

/** Returns at most `most` proposals for a completed crawl. */
export async function proposalsOfCrawl(
  models: Models,
  crawl: Pick<Job, "_id" | "projectId" | "baseUrl" | "result">,
  most: number,
): Promise<Proposals> {
  const { startUrl, groups } = crawl.result as CrawlResult;
  const scenarios = await models.scenarios
    .find({ projectId: crawl.projectId }, { label: 1, url: 1 })
    .lean<{ label: string; url: string }[]>();
  const groupOf = await groupsOfUrls(models, crawl, [startUrl, ...scenarios.map(({ url }) => url)]);
  return proposeScenarios({
    startUrl,
    groups,
    coveredGroups: new Set(scenarios.flatMap(({ url }) => groupOf(url) ?? [])),
    homeGroup: groupOf(startUrl) ?? null,
    homeCovered: scenarios.some(({ url }) => keyOf(URL.parse(url, crawl.baseUrl)?.href ?? url) === keyOf(startUrl)),
    labels: scenarios.map(({ label }) => label),
    most,
  });
}
