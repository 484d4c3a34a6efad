// Chooses which pages an audit visits: those of the scenarios, one for each template of a crawl, or all that a crawl found.

import { inWords } from "../text.ts";
import { PAGE_CHOICES, type PageChoice } from "../words/pages.ts";
import { RUN_WORDS, type RunWords } from "../words/runs.ts";

export { PAGE_CHOICES, type PageChoice };

/** Maximum age of a crawl; an older one is repeated before the audit. */
export const CRAWL_FRESH_MS = 24 * 3_600_000;

/** Returns the pages of a run: what was requested, otherwise what its scenarios imply, otherwise the project's setting. */
export function pageChoiceOf(wish: {
  asked?: PageChoice | null;
  scenarios?: readonly string[] | null;
  setting?: PageChoice;
}): PageChoice {
  if (wish.asked) return wish.asked;
  return wish.scenarios ? "scenarios" : (wish.setting ?? "scenarios");
}

/** Returns the name of each run type that can visit the pages of a crawl: "an SEO audit". */
const crawling = (): string[] =>
  Object.values<RunWords>(RUN_WORDS)
    .filter(({ crawls }) => crawls)
    .map(({ inSentence }) => inSentence);

/** Returns what is wrong with the requested pages as a sentence, or null. `audited`: whether the run's pillar can visit the pages of a crawl. */
export function pageChoiceProblem(wish: {
  asked?: PageChoice;
  scenarios?: readonly string[];
  audited: boolean;
}): string | null {
  if (wish.asked === undefined || wish.asked === "scenarios") return null;
  if (!wish.audited) return `pages is for ${inWords(crawling())}: leave it out here.`;
  if (wish.scenarios)
    return `pages: ${wish.asked} takes the pages from a crawl, and scenarios from a list: send one of them.`;
  return null;
}

/** Returns whether a crawl can be reused without repeating it. */
export const isFreshCrawl = (finishedAt: Date | null, now: Date): boolean =>
  finishedAt !== null && now.getTime() - finishedAt.getTime() <= CRAWL_FRESH_MS;
