// Determines the site of an address, and its owner.
import { createRequire } from "node:module";
import type { IEntity } from "third-party-web";
import { getDomain } from "tldts-icann";

const { getEntity } = createRequire(import.meta.url)("third-party-web/nostats-subset.js") as {
  getEntity(url: string): IEntity | undefined;
};

/** Returns the registrable domain; host and port if there is none (IP addresses, localhost), so that another port is another site. */
export function siteOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return "";
  return getDomain(parsed.hostname) ?? parsed.host;
}

/** The same for a cookie's domain, which has no port. */
export function cookieSite(domain: string): string {
  const host = domain.replace(/^\./, "");
  return getDomain(host) ?? host;
}

/** The page's own site; for a preview, also the one that it stands for, whose other hosts the page may use. */
export type OwnSites = readonly string[];

export type Owner = { entity: string | null; category: string | null };

export function ownerOf(url: string): Owner {
  const known = getEntity(url);
  return { entity: known?.name.slice(0, 80) ?? null, category: known?.category ?? null };
}
