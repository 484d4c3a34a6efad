// Reads the pages of the sitemap that pa11y-ci is given, on its command line or in its file.

import type { Fields } from "../fields.ts";
import type { Beside, SitemapChoice } from "./converted.ts";
import type { Notes } from "./leftOut.ts";
import { chosenPages, readSitemap } from "./sitemap.ts";

/** Fields in files read by programs around pa11y-ci; its own command line has the same as options. */
export const SITEMAP_FIELDS = ["sitemap", "sitemapFind", "sitemapReplace", "sitemapExclude"] as const;

/** Returns the address of the sitemap. The command line takes precedence. */
export function sitemapOf(file: Fields, beside: Beside): string | null {
  const named = beside.sitemap?.address ?? file.sitemap;
  return typeof named === "string" && named !== "" ? named : null;
}

/** Returns its pages, or adds a note that it was not read. */
export function pagesOfSitemap(
  file: Fields,
  beside: Beside,
  notes: Notes,
): { path: string; url: string; own: Fields }[] {
  const address = sitemapOf(file, beside);
  if (address === null) {
    for (const name of SITEMAP_FIELDS) if (file[name] !== undefined) notes.needsYou(name, "names no sitemap");
    return [];
  }
  const xml = beside.related?.get(address);
  if (xml === undefined) {
    notes.needsYou("sitemap", "was not read: import it with plumbline import sitemap");
    return [];
  }
  const textOf = (name: (typeof SITEMAP_FIELDS)[number]) => (typeof file[name] === "string" ? file[name] : undefined);
  const choice: SitemapChoice = {
    find: beside.sitemap?.find ?? textOf("sitemapFind"),
    replace: beside.sitemap?.replace ?? textOf("sitemapReplace"),
    exclude: beside.sitemap?.exclude ?? textOf("sitemapExclude"),
  };
  const pages = chosenPages(readSitemap(xml).addresses, choice);
  if (pages.length === 0) notes.needsYou("sitemap", "has no page that is tested");
  return pages.map((url, i) => ({ path: `sitemap.loc[${i}]`, url, own: {} }));
}
