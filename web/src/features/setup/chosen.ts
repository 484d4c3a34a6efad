// The pages that a person has chosen, proposed ones and others, by their addresses. Pure.
import type { AppFoundPages } from "../../../../api/endpoints/answers/app/setup.ts";
import { MAX_CHOSEN_PAGES } from "../../../../domain/words/pages.ts";
import type { Proposal } from "./flow.ts";

/** A page as it becomes a scenario; one that is not proposed gets the viewports of every new scenario. */
export type Choice = { label: string; url: string; viewports?: Proposal["viewports"] };
export type Chosen = ReadonlyMap<string, Choice>;

/** Pages that become scenarios in one go. */
export const MAX_CHOSEN = MAX_CHOSEN_PAGES;

/** With these pages, as far as there is room; what is chosen already stays as it is. */
export function choose(chosen: Chosen, pages: readonly Choice[]): Chosen {
  const next = new Map(chosen);
  for (const page of pages) if (next.size < MAX_CHOSEN && !next.has(page.url)) next.set(page.url, page);
  return next;
}

/** Without these pages. */
export function leaveOut(chosen: Chosen, pages: readonly Pick<Choice, "url">[]): Chosen {
  const urls = new Set(pages.map(({ url }) => url));
  return new Map([...chosen].filter(([url]) => !urls.has(url)));
}

/** Whether the list has every page of the crawl. */
export const isWhole = ({ total, pages }: AppFoundPages): boolean => pages.length >= total;

/** Those of a whole list with the text in name or path, in small letters or large ones. */
export function filterPages(found: AppFoundPages, text: string): AppFoundPages {
  const wanted = text.toLowerCase();
  const pages = found.pages.filter(({ label, url }) => `${label}\n${url}`.toLowerCase().includes(wanted));
  return { ...found, matching: pages.length, pages };
}

/** What is sent: of pages with one label the first keeps it, and the others are called by their paths. */
export function scenariosOf(chosen: Chosen): Choice[] {
  const used = new Set<string>();
  return [...chosen.values()].map((page) => {
    const label = used.has(page.label.toLowerCase()) ? page.url.slice(0, 200) : page.label;
    used.add(label.toLowerCase());
    return { ...page, label };
  });
}
