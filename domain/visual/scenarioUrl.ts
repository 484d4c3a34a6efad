// Where a scenario's address lies in the environment of a run (visual.md, "A shot").

/**
 * Relative addresses resolve on the environment; absolute ones on the project's own origin move to the environment's origin
 * (below its path, when it has one); foreign origins stay. Throws TypeError on an address that no browser understands.
 */
export function resolveScenarioUrl(url: string, projectBaseUrl: string, environmentBaseUrl: string): string {
  const environment = new URL(environmentBaseUrl);
  if (/^[a-z][a-z0-9+.-]*:/i.test(url) || url.startsWith("//")) {
    const absolute = new URL(url, environment);
    if (absolute.protocol !== "http:" && absolute.protocol !== "https:")
      throw new TypeError(`${absolute.protocol} is not http or https`);
    if (absolute.origin !== new URL(projectBaseUrl).origin) return absolute.href;
    return new URL(absolute.pathname + absolute.search + absolute.hash, environment).href;
  }
  // "shop/" + "/cart" means the cart of that shop: a base with a path keeps it.
  const base = environment.pathname.endsWith("/") ? environment.pathname : `${environment.pathname}/`;
  return new URL(url.startsWith("/") ? base + url.slice(1) : url, new URL(base, environment)).href;
}
