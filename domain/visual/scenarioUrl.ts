// Resolves a scenario's address in the environment of a run.

import { asParsed, atOrigin, isAbsoluteAddress, requirePageUrl } from "../net/pageAddress.ts";
import type { Preview } from "../net/preview.ts";

/**
 * Resolves a scenario's address. Relative addresses resolve against the environment; absolute ones on one of the project's own origins
 * move to the environment's origin; other origins stay. Throws AddressRefusedError for everything but an http or https address without
 * credentials.
 */
export function resolveScenarioUrl(
  url: string,
  ownBaseUrls: string | readonly string[],
  environmentBaseUrl: string,
): string {
  const environment = requirePageUrl(environmentBaseUrl);
  if (!isAbsoluteAddress(url)) return resolveOnSite(url, environmentBaseUrl);
  const absolute = requirePageUrl(url, environment.href);
  if (![ownBaseUrls].flat().some((own) => requirePageUrl(own).origin === absolute.origin)) return absolute.href;
  return atOrigin(absolute, environment.origin);
}

/** Returns the project's own addresses from a run's point of view: a preview also stands in for its environment's address. */
export const ownBaseUrls = (project: { baseUrl: string }, { preview }: { preview?: Preview | null }): string[] =>
  preview ? [project.baseUrl, preview.standsFor] : [project.baseUrl];

/** Resolves an address that stays where it is if it is absolute, such as a sign-in page. */
export function resolveOnSite(url: string, baseUrl: string): string {
  const site = requirePageUrl(baseUrl);
  const text = asParsed(url);
  if (isAbsoluteAddress(text)) return requirePageUrl(text, site.href).href;
  // "shop/" + "/cart" means the cart of that shop, so a base with a path keeps its path.
  const base = site.pathname.endsWith("/") ? site.pathname : `${site.pathname}/`;
  return requirePageUrl(text.startsWith("/") ? base + text.slice(1) : text, new URL(base, site).href).href;
}
