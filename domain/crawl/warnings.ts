// Warnings about a finished crawl, as sentences.

import { ROBOTS_LIMITS } from "../robots/robots.ts";
import { oneLine, plural } from "../text.ts";
import type { CrawlInput, CrawlResult } from "./crawl.ts";
import { CRAWL_LIMITS } from "./limits.ts";
import { MAX_TRIES } from "./pace.ts";

export type CrawlFacts = Pick<CrawlResult, "counts" | "robots" | "sitemap"> & {
  input: CrawlInput;
  /** What became of the start page; "" if it is a page. */
  start: string;
  /** Number of pages without a link that have scripts which may create some; includes a start page with few links. */
  scripted: number;
  outOfTime: boolean;
  /** Whether robots.txt asks for a longer pause than the crawl keeps. */
  shortenedDelay: boolean;
  /** Number of rules in robots.txt beyond the limit of rules read. */
  rulesLeftOut: number;
  /** How often the site was too busy to respond. */
  refusals: number;
  /** Examples of addresses that were left out because of their form. */
  leftOut: readonly string[];
  /** What most duplicates are duplicates of. */
  commonestOriginal: { name: string; times: number } | null;
  /** Path and parameters that most pages with parameters share. */
  largestFamily: { name: string; times: number } | null;
};

const NAME_THEM = "List the other pages yourself, in a sitemap or as a list of addresses.";

export function crawlWarnings({
  counts,
  input,
  start,
  scripted,
  sitemap,
  outOfTime,
  shortenedDelay,
  rulesLeftOut,
  refusals,
  leftOut,
  commonestOriginal,
  largestFamily,
}: CrawlFacts): string[] {
  const sentences: string[] = [];
  if (start !== "") sentences.push(`The start page ${start}.`);
  if (outOfTime) sentences.push("The crawl reached its time limit; narrow it with include or a deeper url.");
  else if (counts.notAsked > 0)
    sentences.push(
      `The crawl ended ${counts.pages >= input.maxPages ? `at its limit of ${plural(input.maxPages, "page")}` : `after ${plural(counts.asked, "address", "addresses")}, of which ${plural(counts.pages, "was a page", "were pages")}`}; ${plural(counts.notAsked, "known address was", "known addresses were")} not requested. Raise maxPages, or narrow it with include.`,
    );
  if (counts.notAsked > 0 && largestFamily && largestFamily.times > Math.max(1, counts.pages / 2))
    sentences.push(
      `${largestFamily.times} of the ${counts.pages} pages are at ${largestFamily.name}: if this is endless, skip it with exclude.`,
    );
  if (counts.disallowed > 0)
    sentences.push(`robots.txt disallows ${plural(counts.disallowed, "address", "addresses")}: not asked.`);
  if (counts.leftOut > 0)
    sentences.push(
      `${counts.leftOut}${counts.leftOut >= CRAWL_LIMITS.leftOut ? " or more" : ""} ${counts.leftOut === 1 ? "address was skipped because it looks" : "addresses were skipped because they look"} like sign-outs, actions, secrets in the query or endless paths: ${leftOut.map((key) => key.slice(0, 100)).join(", ")}${counts.leftOut > leftOut.length ? " …" : "."}`,
    );
  if (commonestOriginal && counts.duplicates > counts.pages) {
    const [name, their, have] = commonestOriginal.times === 1 ? ["names", "its", "has"] : ["name", "their", "have"];
    sentences.push(
      `${plural(counts.duplicates, "address is a duplicate", "addresses are duplicates")}, more than there are pages: ${commonestOriginal.times} of them ${name} ${commonestOriginal.name.slice(0, 200)} as ${their} canonical address or ${have} the same content. A template with one canonical address on every page hides all of them.`,
    );
  }
  if (counts.variants > 0)
    sentences.push(
      `${plural(counts.variants, "address", "addresses")} left out: variants of a page by their parameters.`,
    );
  if (refusals > 0)
    sentences.push(
      `The site was too busy to answer ${plural(refusals, "request")} (429, 503 or a closed connection), so ${refusals === 1 ? "it was" : "they were"} retried later and more slowly; an address counts as broken after ${MAX_TRIES} tries.`,
    );
  if (counts.broken > 0) sentences.push(`${plural(counts.broken, "broken address", "broken addresses")}.`);
  if (scripted > 0)
    sentences.push(
      `${plural(scripted, "page")} ${scripted === 1 ? "has" : "have"} scripts and few or no links: pages are read without a browser, so what scripts link to was not found unless the sitemap names it. ${NAME_THEM}`,
    );
  else if (counts.pages === 1 && input.maxPages > 1 && input.depth > 0)
    sentences.push(`Only one page was found. ${NAME_THEM}`);
  const [unread, ...others] = sitemap.files.filter(({ state }) => state === "unreachable" || state === "invalid");
  if (unread)
    sentences.push(
      `${plural(others.length + 1, "sitemap")} could not be read${others.length > 0 ? ", the first of them" : ","} ${unread.url.replace(/\?.*/s, "").slice(0, 200)}: ${oneLine(unread.reason)}`,
    );
  if (!sitemap.complete) sentences.push("The sitemaps are too large to be read completely.");
  if (rulesLeftOut > 0)
    sentences.push(
      `robots.txt has more rules than are read: ${rulesLeftOut} ${rulesLeftOut === 1 ? "was" : "were"} left out (${ROBOTS_LIMITS.rules} are read, ${ROBOTS_LIMITS.starRules} of them with a star).`,
    );
  if (shortenedDelay)
    sentences.push("robots.txt asks for a longer pause between requests than 10 seconds; the crawl waited 10.");
  return sentences;
}
