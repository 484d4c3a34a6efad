// What the requests of a phase show: other sites that were requested, and beacons.
import { beaconProvider } from "../../../domain/pillars/privacy/beacons.ts";
import type { BeaconFact, PartyFact } from "../../../domain/pillars/privacy/gathered.ts";
import { stableName } from "../../../domain/pillars/privacy/knownKeys.ts";
import { type Asked, bare } from "./requests.ts";
import { ownerOf, siteOf } from "./sites.ts";

const MOST_PARTIES = 150;
const MOST_BEACONS = 60;

export function trafficOf(asked: readonly Asked[], site: string): { parties: PartyFact[]; beacons: BeaconFact[] } {
  const parties = new Map<string, PartyFact>();
  const beacons = new Map<string, BeaconFact>();
  for (const { url, kind, navigation, bodyNames, initiator } of asked) {
    if (navigation) continue;
    const thirdParty = siteOf(url) !== site;
    const owner = ownerOf(url);
    if (thirdParty) {
      const key = `${siteOf(url)} ${owner.entity}`;
      const known = parties.get(key);
      if (known) {
        known.requests += 1;
        if (!known.types.includes(kind) && known.types.length < 10) known.types.push(kind);
      } else if (parties.size < MOST_PARTIES)
        parties.set(key, { site: siteOf(url), ...owner, requests: 1, types: [kind], initiator });
    }
    const provider = beaconProvider(url, kind, { thirdParty, ...owner }, bodyNames);
    if (provider === undefined) continue;
    const endpoint = endpointOf(url);
    const { gcs, gcd } = signalsOf(url);
    // Beacons that carry different signals stay apart.
    const key = `${provider} ${endpoint} ${gcs === "G100"}`;
    const known = beacons.get(key);
    if (known) known.count += 1;
    else if (beacons.size < MOST_BEACONS)
      beacons.set(key, { provider, endpoint, thirdParty, count: 1, gcs, gcd, initiator });
  }
  return { parties: [...parties.values()], beacons: [...beacons.values()] };
}

/** Origin and path, in which long codes become `*`: a path may hold a key. */
function endpointOf(url: string): string {
  const parsed = URL.parse(bare(url) ?? "");
  if (!parsed) return "";
  return `${parsed.origin}${parsed.pathname.split("/").slice(0, 12).map(stableName).join("/")}`;
}

function signalsOf(url: string): { gcs: string | null; gcd: string | null } {
  const query = URL.parse(url)?.searchParams;
  const gcs = query?.get("gcs") ?? "";
  const gcd = query?.get("gcd") ?? "";
  return { gcs: /^G1[01-]{1,3}$/.test(gcs) ? gcs : null, gcd: /^[0-9a-zA-Z]{4,30}$/.test(gcd) ? gcd : null };
}
