// How beacons are judged where nobody agreed to them.
import { type CheckResult, failed } from "../../audit/finding.ts";
import { saysDenied } from "./consentMode.ts";
import type { BeaconFact, Initiator } from "./gathered.ts";

const MOST_RESULTS = 20;

/** One result a provider and address. A ping of consent mode that says "denied" (gcs G100) weighs less, but is sent all the same. */
export function judgeBeacons(beacons: readonly BeaconFact[], when: string): CheckResult[] {
  return beacons.slice(0, MOST_RESULTS).map((beacon) => {
    const denied = saysDenied(beacon.gcs);
    const times = beacon.count === 1 ? "One beacon" : `${beacon.count} beacons`;
    const note = denied ? " They carry the consent-mode signal for denied (gcs G100), but tell of the visit." : "";
    return failed(
      `${times} to ${beacon.provider} ${beacon.count === 1 ? "was" : "were"} sent ${when}${startedBy(beacon.initiator)}.${note}`,
      `${beacon.provider} ${beacon.endpoint}`,
      {
        severity: denied ? "moderate" : "serious",
        evidence: {
          provider: beacon.provider,
          endpoint: beacon.endpoint,
          thirdParty: beacon.thirdParty,
          count: beacon.count,
          gcs: beacon.gcs,
          gcd: beacon.gcd,
          initiator: beacon.initiator,
        },
      },
    );
  });
}

/** ", by /js/analytics.js line 56", or nothing where it is not known. */
export function startedBy({ url, line }: Initiator): string {
  if (url === null) return "";
  const path = URL.parse(url)?.pathname ?? url;
  return `, by ${path}${line === null ? "" : ` line ${line}`}`;
}
