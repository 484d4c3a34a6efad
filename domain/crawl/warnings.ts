// What people should know of a finished crawl, in sentences.
import type { CrawlInput, CrawlResult } from "./crawl.ts";
import { MOST_TRIES } from "./pace.ts";

export type CrawlFacts = Pick<CrawlResult, "counts" | "robots" | "sitemap"> & {
  input: CrawlInput;
  /** What became of the start page, "" where it is a page. */
  start: string;
  /** Pages without a link, but with scripts that may make some. */
  scripted: number;
  outOfTime: boolean;
  /** robots.txt asks for a longer pause than is kept. */
  shortenedDelay: boolean;
  /** How often the site was too busy to answer. */
  refusals: number;
};

export function crawlWarnings({
  counts,
  input,
  start,
  scripted,
  sitemap,
  outOfTime,
  shortenedDelay,
  refusals,
}: CrawlFacts): string[] {
  const sentences: string[] = [];
  if (start !== "") sentences.push(`The start page ${start}.`);
  if (outOfTime) sentences.push("The time for one crawl was over; narrow it with include or a deeper url.");
  else if (counts.notAsked > 0)
    sentences.push(
      `The crawl ended at its limit of ${input.maxPages} pages; ${counts.notAsked} known addresses were not asked. Raise maxPages, or narrow it with include.`,
    );
  if (counts.disallowed > 0)
    sentences.push(`${counts.disallowed} addresses were not asked, because robots.txt disallows them.`);
  if (counts.variants > 0)
    sentences.push(`${counts.variants} addresses were left out as variants of a page by their parameters.`);
  if (refusals > 0)
    sentences.push(
      `The site was too busy to answer ${refusals} requests (429, 503 or a closed connection), so it was asked again later and more slowly; an address counts as broken after ${MOST_TRIES} tries.`,
    );
  if (counts.broken > 0) sentences.push(`${counts.broken} addresses are broken.`);
  if (scripted > 0)
    sentences.push(
      `${scripted} pages have scripts and no links: pages are read without a browser, so what scripts link to was not found unless the sitemap names it.`,
    );
  if (!sitemap.complete) sentences.push("The sitemaps are too large to be read completely.");
  if (shortenedDelay)
    sentences.push("robots.txt asks for a longer pause between requests than 10 seconds; 10 were kept.");
  return sentences;
}
