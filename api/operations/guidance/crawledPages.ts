// Pages that the project's latest crawl found, in the form that guidance reasons over.
import { cut, type KnownPage } from "../../../domain/guidance/facts.ts";
import { nearestPages } from "../../../models/crawlAddresses/queries.ts";
import { latestCrawl } from "../../../models/jobs/queries.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Those nearest to the start; a page farther off is not covered first. */
const MAX_PAGES = 2_000;

/** null: the project has no completed crawl. */
export async function crawledPages(ctx: OperationContext, projectId: string): Promise<KnownPage[] | null> {
  const crawl = await latestCrawl(ctx.models, projectId);
  if (!crawl) return null;
  const pages = await nearestPages(ctx.models, crawl._id, MAX_PAGES);
  // All of them are the site's, also where it lives at www. of its base URL.
  return pages.map(({ key, title, depth, group }) => ({
    key,
    title: cut(title, 100),
    source: "crawl",
    group,
    depth,
  }));
}
