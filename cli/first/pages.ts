// Pages that a person names instead of a crawl: a sitemap, or a text file with one URL per line.
import { routeOf, scenariosOf } from "../../domain/import/addresses.ts";
import type { LeftOut } from "../../domain/import/types.ts";
import { wrongUse } from "../client/exit.ts";
import type { Service } from "../client/service.ts";
import type { Config } from "../projectFile/types.ts";

export type NamedPage = { label: string; url: string };

type Found = { pages: NamedPage[]; leftOut: LeftOut[] };

/** `leftOut`: what is not tested, with the reason. Throws ClientError (2) if it contains no page of the site. */
export async function namedPages(service: Service, text: string, site: string): Promise<Found> {
  const isSitemap = /^\s*<(\?xml|urlset|sitemapindex)/.test(text);
  const { pages, leftOut } = isSitemap ? await ofSitemap(service, text) : ofLines(text, site);
  const isOwn = ({ url }: NamedPage): boolean => new URL(url, site).host === new URL(site).host;
  const own = pages.filter(isOwn);
  if (own.length === 0)
    throw wrongUse(`--pages contains no page of ${site}: use a sitemap, or a file with one address per line.`);
  const others = pages.filter((page) => !isOwn(page)).map(({ url }) => ({ path: url, reason: "is on another host" }));
  return { pages: own.map(({ label, url }) => ({ label, url: pathOf(url, site) })), leftOut: [...leftOut, ...others] };
}

function ofLines(text: string, site: string): Found {
  const lines = text.split("\n").map((line) => line.trim());
  const addresses = lines.flatMap((line, at) =>
    line === "" || line.startsWith("#") ? [] : [{ path: `line ${at + 1}`, url: URL.parse(line, site)?.href ?? "" }],
  );
  const { scenarios, leftOut } = scenariosOf(addresses);
  return { pages: scenarios.map(({ label, url }) => ({ label, url })), leftOut };
}

async function ofSitemap(service: Service, text: string): Promise<Found> {
  const { sections, leftOut } = await service.post("/api/config/convert", { body: { format: "sitemap", text } });
  const scenarios = ((sections as Config).scenarios ?? []) as NamedPage[];
  return { pages: scenarios.map(({ label, url }) => ({ label, url })), leftOut };
}

/** Returns the URL without its origin, so that it works in every environment. */
function pathOf(url: string, site: string): string {
  const { pathname, search, hash } = new URL(url, site);
  return pathname + search + routeOf(hash);
}
