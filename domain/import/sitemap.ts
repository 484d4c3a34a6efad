// Converts a sitemap into one scenario per page.
import { decodeKnownHtml } from "../html/tags.ts";
import { scenariosOf } from "./addresses.ts";
import { type Converted, type SitemapChoice, sectionsOf } from "./converted.ts";
import { grouped } from "./leftOut.ts";
import { refused } from "./problems.ts";

const LOCATION = /<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]{1,2000}?)\s*(?:\]\]>)?\s*<\/loc>/g;
/** An unclosed comment extends to the end of the file. */
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

/** Returns the addresses of a sitemap. `index`: whether they are further sitemaps, not pages. */
export function readSitemap(xml: string): { index: boolean; addresses: string[] } {
  const live = xml.replace(COMMENT, "");
  const addresses = [...live.matchAll(LOCATION)].map(([, text = ""]) => decodeKnownHtml(text));
  return { index: /<sitemapindex[\s>]/.test(live), addresses };
}

/** Like pa11y-ci: first excludes pages, then replaces text. The expressions are written by the person who imports. */
export function chosenPages(addresses: readonly string[], { find, replace = "", exclude }: SitemapChoice): string[] {
  const left = exclude === undefined ? null : expression(exclude, "i");
  const found = find === undefined ? null : expression(find, "gi");
  return addresses
    .filter((address) => left === null || !left.test(address))
    .map((address) => (found === null ? address : address.replace(found, replace)));
}

function expression(text: string, flags: string): RegExp {
  try {
    return new RegExp(text, flags);
  } catch {
    throw refused("The page selection is invalid", [{ path: text, message: "must be a regular expression" }]);
  }
}

export function sitemap(xml: string): Converted {
  const { index, addresses } = readSitemap(xml);
  if (addresses.length === 0)
    throw refused("The file is not a sitemap", [{ path: "", message: "has no <loc> with an address" }]);
  const found = addresses.map((url, i) => ({ path: `loc[${i}]`, url }));
  if (index)
    return {
      sections: { scenarios: [] },
      leftOut: found.map(({ path, url }) => ({ path, reason: `is a separate sitemap: import ${url}` })),
    };
  const { leftOut, ...sections } = scenariosOf(found);
  return { sections: sectionsOf(sections), leftOut: grouped(leftOut) };
}
