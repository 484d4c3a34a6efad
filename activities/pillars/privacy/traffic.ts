// Summarizes the requests of a phase: other sites that were requested, and beacons.
import { beaconProvider, REPORT_KINDS } from "../../../domain/pillars/privacy/beacons.ts";
import type { BeaconFact, PartyFact } from "../../../domain/pillars/privacy/gathered.ts";
import { stableName } from "../../../domain/pillars/privacy/knownKeys.ts";
import { loadOf } from "../../../domain/pillars/privacy/loads.ts";
import { isTrackerLike } from "../../../domain/pillars/privacy/payload.ts";
import type { Cloaked } from "./cloaked.ts";
import { type Asked, bare } from "./requests.ts";
import { type OwnSites, ownerOf, siteOf } from "./sites.ts";

const MAX_PARTIES = 150;
const MAX_BEACONS = 60;

/** `cloaked`: hosts of the site that are aliases of another owner's. */
export function trafficOf(
  asked: readonly Asked[],
  own: OwnSites,
  cloaked: Cloaked = new Map(),
): { parties: PartyFact[]; beacons: BeaconFact[] } {
  const parties = new Map<string, PartyFact>();
  const beacons = new Map<string, BeaconFact>();
  for (const { url, kind, navigation, frame, bodyNames, content, initiator, moment, signs } of asked) {
    if (navigation) continue;
    const hidden = cloaked.get(URL.parse(url)?.hostname ?? "");
    const thirdParty = hidden !== undefined || !own.includes(siteOf(url));
    const owner = hidden ?? ownerOf(url);
    const partySite = hidden?.site ?? siteOf(url);
    if (thirdParty) {
      const key = `${partySite} ${owner.entity}`;
      const known = parties.get(key);
      const load = isEmbedded(frame, own) ? undefined : loadOf(url, kind);
      if (known) {
        known.requests += 1;
        if (load && !known.loads?.includes(load)) known.loads?.push(load);
        if (!known.types.includes(kind) && known.types.length < 10) known.types.push(kind);
      } else if (parties.size < MAX_PARTIES)
        parties.set(key, {
          site: partySite,
          entity: owner.entity,
          category: owner.category,
          requests: 1,
          types: [kind],
          loads: load ? [load] : [],
          initiator,
          ...(hidden ? { alias: hidden.alias } : {}),
        });
    }
    const known = beaconProvider(url, kind, { thirdParty, ...owner }, bodyNames, content);
    const unknown = thirdParty && owner.entity === null && REPORT_KINDS.has(kind) && isTrackerLike(signs);
    if (known === undefined && !unknown) continue;
    const provider = known ?? siteOf(url);
    const endpoint = endpointOf(url);
    const { gcs, gcd } = signalsOf(url);
    // Beacons with different consent signals are listed separately.
    const key = `${provider} ${endpoint} ${gcs === "G100"}`;
    const one = beacons.get(key);
    if (one) one.count += 1;
    else if (beacons.size < MAX_BEACONS)
      beacons.set(key, {
        provider,
        moment,
        endpoint,
        thirdParty,
        count: 1,
        gcs,
        gcd,
        initiator,
        ...(known === undefined ? { signs } : {}),
      });
  }
  return { parties: [...parties.values()], beacons: [...beacons.values()] };
}

/** A site cannot host what another site's embedded document loads. */
const isEmbedded = (frame: string | undefined, own: OwnSites): boolean =>
  frame !== undefined && /^https?:/.test(frame) && !own.includes(siteOf(frame));

/** Returns origin and path, with long codes replaced by `*`, because a path may contain a key. */
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
