// Pages found by the project's latest crawl, in the form that guidance uses.
import { cut, type KnownPage } from "../../../domain/guidance/facts.ts";
import { nearestPages } from "../../../models/crawlAddresses/queries.ts";
import { latestCrawl } from "../../../models/jobs/queries.ts";
import type { OperationContext } from "../../lib/context.ts";

/** The pages nearest to the start page; more distant pages are not the first to cover. */
const MAX_PAGES = 2_000;

/** Returns null if the project has no completed crawl. */
export async function crawledPages(ctx: OperationContext, projectId: string): Promise<KnownPage[] | null> {
  const crawl = await latestCrawl(ctx.models, projectId);
  if (!crawl) return null;
  const pages = await nearestPages(ctx.models, crawl._id, MAX_PAGES);
  // All of them belong to the site, even if it is served at www. of its base URL.
  return pages.map(({ key, title, depth, group }) => ({
    key,
    title: cut(title, 100),
    source: "crawl",
    group,
    depth,
  }));
}
