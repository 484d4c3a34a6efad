// Pages that the project's latest crawl found, in the form that guidance reasons over.
import { cut, type KnownPage } from "../../../domain/guidance/facts.ts";
import type { CrawlAddress } from "../../../models/crawlAddresses/schema.ts";
import { latestCrawl } from "../../../models/jobs/queries.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Those nearest to the start; a page farther off is not covered first. */
const MAX_PAGES = 2_000;

/** null: the project has no completed crawl. */
export async function crawledPages(ctx: OperationContext, projectId: string): Promise<KnownPage[] | null> {
  const crawl = await latestCrawl(ctx.models, projectId);
  if (!crawl) return null;
  const pages = await ctx.models.crawlAddresses
    .find({ jobId: crawl._id, state: "page" }, { key: 1, title: 1, depth: 1, group: 1 })
    .sort({ weight: 1, _id: 1 })
    .limit(MAX_PAGES)
    .lean<Pick<CrawlAddress, "key" | "title" | "depth" | "group">[]>();
  // All of them are the site's, also where it lives at www. of its base URL.
  return pages.map(({ key, title, depth, group }) => ({
    key,
    title: cut(title, 100),
    source: "crawl",
    group,
    depth,
  }));
}
