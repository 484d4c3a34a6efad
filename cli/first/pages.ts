// Pages that a person names instead of a crawl: a sitemap, or a text file with one URL per line.
import { routeOf, scenariosOf } from "../../domain/import/addresses.ts";
import { wrongUse } from "../client/exit.ts";
import type { Service } from "../client/service.ts";
import type { Config } from "../projectFile/types.ts";

export type NamedPage = { label: string; url: string };

/** Throws ClientError (2) if it contains no page of the site. */
export async function namedPages(service: Service, text: string, site: string): Promise<NamedPage[]> {
  const isSitemap = /^\s*<(\?xml|urlset|sitemapindex)/.test(text);
  const found = isSitemap ? await ofSitemap(service, text) : ofLines(text, site);
  const own = found.filter(({ url }) => new URL(url, site).host === new URL(site).host);
  if (own.length === 0)
    throw wrongUse(`--pages contains no page of ${site}: use a sitemap, or a file with one address per line.`);
  return own.map(({ label, url }) => ({ label, url: pathOf(url, site) }));
}

function ofLines(text: string, site: string): NamedPage[] {
  const lines = text.split("\n").map((line) => line.trim());
  const addresses = lines.flatMap((line, at) =>
    line === "" || line.startsWith("#") ? [] : [{ path: `line ${at + 1}`, url: URL.parse(line, site)?.href ?? "" }],
  );
  return scenariosOf(addresses).scenarios.map(({ label, url }) => ({ label, url }));
}

async function ofSitemap(service: Service, text: string): Promise<NamedPage[]> {
  const converted = await service.post("/api/config/convert", { body: { format: "sitemap", text } });
  const sections: Config = converted.sections;
  return ((sections.scenarios ?? []) as NamedPage[]).map(({ label, url }) => ({ label, url }));
}

/** Returns the URL without its origin, so that it works in every environment. */
function pathOf(url: string, site: string): string {
  const { pathname, search, hash } = new URL(url, site);
  return pathname + search + routeOf(hash);
}
