// Finds hosts of a site that are aliases of a tracker's host: a CNAME makes its cookies and requests look like the site's own.
import type { ResolveAlias } from "../../../platform/net/resolveAlias.ts";
import { type Owner, ownerOf, siteOf } from "./sites.ts";

/** By host of the page's site: its owner, the tracker's site, and the name that it hides behind. */
export type Cloaked = ReadonlyMap<string, Owner & { site: string; alias: string }>;

const MAX_HOSTS = 20;
const MAX_STEPS = 6;
/** Categories of third-party-web whose hosts track visitors. */
const TRACKING: ReadonlySet<string> = new Set(["analytics", "ad", "marketing"]);

/**
 * Domains that customers point their own names at: taken from the companies' set-up guides, NextDNS' list of CNAME cloaking
 * (github.com/nextdns/cname-cloaking-blocklist) and AdGuard's list of disguised trackers (github.com/AdguardTeam/cname-trackers).
 * Hosts of shared content networks are left out.
 */
const COLLECTORS: Readonly<Record<string, string>> = {
  "eulerian.net": "Eulerian",
  "eulerian.com": "Eulerian",
  "omtrdc.net": "Adobe Analytics",
  "2o7.net": "Adobe Analytics",
  "data.adobedc.net": "Adobe Experience Platform",
  "sc.adobedc.net": "Adobe Analytics",
  "dnsdelegation.io": "Criteo",
  "storetail.io": "Criteo",
  "at-o.net": "Piano Analytics",
  "ati-host.net": "Piano Analytics",
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
  "ab1n.net": "ab1n.net",
  "bp01.net": "NP6",
  "affex.org": "Ingenious Technologies",
  "partner.intentmedia.net": "Intent",
  "oghub.io": "Otto Group",
  "trck.a8.net": "A8",
  "ebis.ne.jp": "AD EBiS",
  "nc0.co": "Ensighten",
  "2cnt.net": "2cnt.net",
  "iocnt.net": "INFOnline",
  "actonservice.com": "Act-On",
  "actonsoftware.com": "Act-On",
  "thirdparty.bnc.lt": "Branch",
  "extole.com": "Extole",
  "extole.io": "Extole",
  "ghochv3eng.trafficmanager.net": "Lead Forensics",
  "online-metrix.net": "LexisNexis Risk Solutions",
  "parsely.com": "Parse.ly",
  "rdtk.io": "RedTrack",
  "ntv.io": "Nativo",
  "postrelease.com": "Nativo",
  "fathomdns.com": "Fathom",
  "plausible.io": "Plausible",
  "segment.com": "Segment",
};

/** Looks up hosts of the site, except the page's own. A name that cannot be resolved is left as it is. */
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
    if (hosts.size >= MAX_HOSTS) break;
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
  for (let step = 0; step < MAX_STEPS; step += 1) {
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
