// Which pages an audit visits: those of the scenarios, one for each template of a crawl, or all that a crawl found. Pure data.

export const PAGE_CHOICES = ["scenarios", "templates", "crawl"] as const;
export type PageChoice = (typeof PAGE_CHOICES)[number];

export const PAGE_WORDS: Readonly<Record<PageChoice, string>> = {
  scenarios: "Pages of the scenarios",
  templates: "One page of each template of a crawl",
  crawl: "All pages of a crawl",
};

/** Maximum number of found pages that become scenarios at once. */
export const MAX_CHOSEN_PAGES = 200;
