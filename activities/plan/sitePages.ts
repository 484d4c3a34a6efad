// The pages of an audit of a whole site, from a stored crawl.
import type { PageChoice } from "../../domain/audit/pageChoice.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import { choosePages, pagesSentence, SITE_PAGES } from "../../domain/audit/sitePages.ts";
import type { CrawlResult } from "../../domain/crawl/crawl.ts";
import { CRAWL_LIMITS } from "../../domain/crawl/limits.ts";
import { atPreview } from "../../domain/net/preview.ts";
import { pagesOfCrawl } from "../../models/crawlAddresses/groups.ts";
import type { Job } from "../../models/jobs/schema.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { CommonDeps } from "../commonDeps.ts";
import type { PlannedPage } from "./plannedPages.ts";
import { mostPages } from "./siteCrawl.ts";

type Wanted = {
  run: Run;
  pillar: AuditPillar;
  choice: Exclude<PageChoice, "scenarios">;
  crawl: Job;
  /** Pages named by scenarios. */
  named: PlannedPage[];
};

/** Returns the pages within the plan's limit, and a sentence about where they come from. */
export async function sitePagesOf(
  deps: CommonDeps,
  { run, pillar, choice, crawl, named }: Wanted,
): Promise<{ pages: PlannedPage[]; sentence: string }> {
  const { models } = deps;
  const { sample } = SITE_PAGES[pillar];
  const inPlan = await mostPages(deps, run);
  const most = Math.min(inPlan, sample ?? inPlan);
  const { preview } = run;
  const at = (url: string) => (preview ? atPreview(url, preview) : url);
  const crawled = await pagesOfCrawl(models, crawl._id, CRAWL_LIMITS.pages);
  const found = crawled.map((page) => ({ ...page, url: at(page.url) }));
  const { groups, counts } = crawl.result as CrawlResult;
  const { pages, left } = choosePages<PlannedPage>({
    choice: sample === undefined ? choice : "templates",
    scenarios: named,
    found,
    examples: new Map(groups.map(({ group, example }) => [group, at(example)])),
    most,
  });
  const sentence = pagesSentence({
    choice,
    crawlId: crawl._id,
    crawledAt: crawl.finishedAt,
    found: counts.pages,
    templates: counts.groups,
    chosen: pages.length,
    left,
    sample,
  });
  return { pages: pages.map((page) => ("scenarios" in page ? page : { url: page.url, scenarios: [] })), sentence };
}
