// Hosts of a site that only stand for a tracker's host: a CNAME makes its cookies and requests look like the site's own.
import type { ResolveAlias } from "../../../platform/net/resolveAlias.ts";
import { type Owner, ownerOf, siteOf } from "./sites.ts";

/** By host of the page's site: whose it is, the tracker's site, and the name that it hides behind. */
export type Cloaked = ReadonlyMap<string, Owner & { site: string; alias: string }>;

const MOST_HOSTS = 20;
const MOST_STEPS = 6;
/** Categories of third-party-web whose hosts follow visitors. */
const TRACKING: ReadonlySet<string> = new Set(["analytics", "ad", "marketing"]);

/** Domains that customers point their own names at, as the companies' set-up guides say. */
const COLLECTORS: Readonly<Record<string, string>> = {
  "eulerian.net": "Eulerian",
  "eulerian.com": "Eulerian",
  "omtrdc.net": "Adobe Analytics",
  "2o7.net": "Adobe Analytics",
  "data.adobedc.net": "Adobe Experience Platform",
  "dnsdelegation.io": "Criteo",
  "at-o.net": "Piano Analytics",
  "xiti.com": "Piano Analytics",
  "wt-eu02.net": "Mapp",
  "webtrekk.net": "Mapp",
  "pardot.com": "Pardot",
  "mktoweb.com": "Marketo",
  "eloqua.com": "Eloqua",
  "hs-sites.com": "HubSpot",
  "tagcommander.com": "Command Act",
  "wizaly.com": "Wizaly",
  "keyade.com": "Keyade",
  "ab1n.net": "TraceDock",
  "k.keyade.com": "Keyade",
  "plausible.io": "Plausible",
  "segment.com": "Segment",
};

/** Looks up hosts of the site, the page's own left out. A name that cannot be looked up is left as it is. */
export async function cloakedHosts(
  urls: readonly string[],
  page: string,
  site: string,
  resolveAlias: ResolveAlias,
): Promise<Cloaked> {
  const own = URL.parse(page)?.hostname;
  const hosts = new Set<string>();
  for (const url of urls) {
    const host = URL.parse(url)?.hostname;
    if (host && host !== own && siteOf(url) === site && /[a-z]$/i.test(host) && host.includes(".")) hosts.add(host);
    if (hosts.size >= MOST_HOSTS) break;
  }
  const found = new Map<string, Owner & { site: string; alias: string }>();
  await Promise.all(
    [...hosts].map(async (host) => {
      const owner = await ownerBehind(host, site, resolveAlias);
      if (owner) found.set(host, { ...owner, alias: host });
    }),
  );
  return found;
}

async function ownerBehind(host: string, site: string, resolveAlias: ResolveAlias) {
  let at = host;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = await resolveAlias(at);
    if (next === null) return undefined;
    at = next.replace(/\.$/, "").toLowerCase();
    const url = `https://${at}/`;
    if (siteOf(url) === site) continue;
    const collector = Object.entries(COLLECTORS).find(([domain]) => at === domain || at.endsWith(`.${domain}`));
    if (collector) return { entity: collector[1], category: "analytics", site: siteOf(url) };
    const owner = ownerOf(url);
    if (TRACKING.has(owner.category ?? "")) return { ...owner, site: siteOf(url) };
  }
  return undefined;
}
