// A sitemap as a scenario a page.
import { scenariosOf } from "./addresses.ts";
import type { Converted } from "./converted.ts";
import { refused } from "./problems.ts";

const LOCATION = /<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]{1,2000}?)\s*(?:\]\]>)?\s*<\/loc>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

export function sitemap(xml: string): Converted {
  const found = [...xml.matchAll(LOCATION)].map(([, text = ""], at) => ({
    path: `loc[${at}]`,
    url: text.replace(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => ENTITIES[name] ?? ""),
  }));
  if (found.length === 0)
    throw refused("The file is not a sitemap", [{ path: "", message: "has no <loc> with an address" }]);
  // An index lists further sitemaps, not pages.
  if (/<sitemapindex[\s>]/.test(xml))
    return {
      sections: { scenarios: [] },
      leftOut: found.map(({ path, url }) => ({ path, reason: `is a sitemap of its own: import ${url}` })),
    };
  const { scenarios, leftOut } = scenariosOf(found);
  return { sections: { scenarios }, leftOut };
}
