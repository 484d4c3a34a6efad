// All pages that a crawl found, to choose scenarios from.
import { crawlAddress, keyOf } from "../../../domain/crawl/address.ts";
import type { CrawlResult } from "../../../domain/crawl/crawl.ts";
import { CRAWL_LIMITS } from "../../../domain/crawl/limits.ts";
import { pageLabels, pageNames } from "../../../domain/crawl/names.ts";
import { HOME } from "../../../domain/crawl/propose.ts";
import { choosablePages, countChoosablePages } from "../../../models/crawlAddresses/choices.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { crawlOf } from "./crawlOf.ts";

/**
 * Returns the pages with `text` in title or path, nearest to the start page first, each with its scenario, if any. Throws `not_found` if
 * the project has no such crawl.
 */
export async function readFoundPages(
  { models }: OperationContext,
  caller: Caller,
  { project, jobId, text = "" }: { project: Project; jobId?: string; text?: string },
) {
  requireReadRight(caller);
  const crawl = await crawlOf(models, project, jobId);
  const most = CRAWL_LIMITS.listedPages;
  const wanted = text.trim();
  const [nearest, scenarios, total] = await Promise.all([
    choosablePages(models, crawl._id, "", most),
    scenariosOf(models, project._id, { fields: { label: 1, url: 1 } }),
    countChoosablePages(models, crawl._id, ""),
  ]);
  const found = wanted === "" ? nearest : await choosablePages(models, crawl._id, wanted, most);
  const matching = wanted === "" ? total : await countChoosablePages(models, crawl._id, wanted);
  const { startUrl } = (crawl.result ?? {}) as Partial<CrawlResult>;
  const home = startUrl === undefined ? null : keyOf(startUrl);
  // Page names must not depend on the filter, so the parts that titles have in common are determined from the pages of the whole site.
  const population = [...new Map([...nearest, ...found].map((page) => [page._id, page])).values()];
  const nameOf = pageNames(population.map(({ title, heading = "" }) => ({ title, heading })));
  const labels = pageLabels(
    population.map(({ title, heading = "", key }) => ({
      name: key === home ? HOME : nameOf({ title, heading }),
      path: key,
    })),
    scenarios.map(({ label }) => label),
  );
  const labelOf = new Map(population.map(({ _id }, at) => [_id, labels[at]]));
  const scenarioOf = new Map(
    scenarios.map(({ url, label }) => [keyOf(crawlAddress(url, crawl.baseUrl) ?? url), label] as const),
  );
  return {
    total,
    matching,
    pages: found.map(({ _id, key }) => ({
      label: labelOf.get(_id) ?? key,
      url: key,
      scenario: scenarioOf.get(key) ?? null,
    })),
  };
}
