// The selected pages, proposed or not, by address. Pure functions.
import type { AppFoundPages } from "../../../../api/endpoints/answers/app/setup.ts";
import { MAX_CHOSEN_PAGES } from "../../../../domain/words/pages.ts";
import type { Proposal } from "./flow.ts";

/** A page selected as a scenario. Pages without a proposal get the default viewports of a new scenario. */
export type Choice = { label: string; url: string; viewports?: Proposal["viewports"] };
export type Chosen = ReadonlyMap<string, Choice>;

/** Maximum number of pages that can be turned into scenarios in one call. */
export const MAX_CHOSEN = MAX_CHOSEN_PAGES;

/** Returns the selection with these pages added, up to the maximum. Pages already selected stay as they are. */
export function choose(chosen: Chosen, pages: readonly Choice[]): Chosen {
  const next = new Map(chosen);
  for (const page of pages) if (next.size < MAX_CHOSEN && !next.has(page.url)) next.set(page.url, page);
  return next;
}

/** Returns the selection without these pages. */
export function leaveOut(chosen: Chosen, pages: readonly Pick<Choice, "url">[]): Chosen {
  const urls = new Set(pages.map(({ url }) => url));
  return new Map([...chosen].filter(([url]) => !urls.has(url)));
}

/** Returns whether the list contains every page of the crawl. */
export const isWhole = ({ total, pages }: AppFoundPages): boolean => pages.length >= total;

/** Filters a complete list by text in name or path, ignoring case. */
export function filterPages(found: AppFoundPages, text: string): AppFoundPages {
  const wanted = text.toLowerCase();
  const pages = found.pages.filter(({ label, url }) => `${label}\n${url}`.toLowerCase().includes(wanted));
  return { ...found, matching: pages.length, pages };
}

/** Returns the scenarios to create. If several pages share a label, the first keeps it and the others use their path. */
export function scenariosOf(chosen: Chosen): Choice[] {
  const used = new Set<string>();
  return [...chosen.values()].map((page) => {
    const label = used.has(page.label.toLowerCase()) ? page.url.slice(0, 200) : page.label;
    used.add(label.toLowerCase());
    return { ...page, label };
  });
}
