// Where a scenario's address lies in the environment of a run.

import { asParsed, atOrigin, isAbsoluteAddress, requirePageUrl } from "../net/pageAddress.ts";
import type { Preview } from "../net/preview.ts";

/**
 * Relative addresses resolve on the environment; absolute ones on an origin of the project's own move to the environment's origin;
 * foreign origins stay. Throws AddressRefusedError for everything but an http or https address without credentials.
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

/** The project's own addresses, as a run sees them: a preview also stands for its environment's. */
export const ownBaseUrls = (project: { baseUrl: string }, { preview }: { preview?: Preview | null }): string[] =>
  preview ? [project.baseUrl, preview.standsFor] : [project.baseUrl];

/** The same for an address that stays where it is when it is absolute, such as a sign-in page. */
export function resolveOnSite(url: string, baseUrl: string): string {
  const site = requirePageUrl(baseUrl);
  const text = asParsed(url);
  if (isAbsoluteAddress(text)) return requirePageUrl(text, site.href).href;
  // "shop/" + "/cart" means the cart of that shop: a base with a path keeps it.
  const base = site.pathname.endsWith("/") ? site.pathname : `${site.pathname}/`;
  return requirePageUrl(text.startsWith("/") ? base + text.slice(1) : text, new URL(base, site).href).href;
}
