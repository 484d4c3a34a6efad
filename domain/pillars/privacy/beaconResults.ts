// Evaluates beacons that were sent without consent.
import { type CheckResult, failed, warning } from "../../audit/finding.ts";
import { OPERATIONAL } from "./beacons.ts";
import { saysDenied } from "./consentMode.ts";
import type { BeaconFact, Initiator, Moment } from "./gathered.ts";

const MOMENTS: Readonly<Record<Moment, string>> = {
  load: "",
  scroll: ", when the page was scrolled",
  later: ", some seconds after it had loaded",
  leave: ", when the page was left",
};

/** Returns one result per provider and URL. A consent mode ping that says "denied" (gcs G100) is less severe, but was still sent. */
export function judgeBeacons(beacons: readonly BeaconFact[], when: string): CheckResult[] {
  // All that were gathered: the first few would depend on which came first.
  return beacons.map((beacon) => {
    const denied = saysDenied(beacon.gcs);
    const times = beacon.count === 1 ? "One beacon" : `${beacon.count} beacons`;
    const note = denied ? " They carry the consent-mode signal for denied (gcs G100), but report the visit." : "";
    const moment = MOMENTS[beacon.moment ?? "load"];
    const guessed = beacon.signs
      ? ` Its host is not known; its content has what trackers send (${beacon.signs.join(", ")}).`
      : "";
    const isUnsure = beacon.signs !== undefined || OPERATIONAL.has(beacon.provider);
    const judged = isUnsure ? warning : failed;
    return judged(
      `${times} to ${beacon.provider} ${beacon.count === 1 ? "was" : "were"} sent ${when}${moment}${startedBy(beacon.initiator)}.${note}${guessed}`,
      `${beacon.provider} ${beacon.endpoint}`,
      {
        severity: denied || isUnsure ? "moderate" : "serious",
        evidence: {
          provider: beacon.provider,
          endpoint: beacon.endpoint,
          thirdParty: beacon.thirdParty,
          count: beacon.count,
          gcs: beacon.gcs,
          gcd: beacon.gcd,
          initiator: beacon.initiator,
          moment: beacon.moment ?? "load",
          ...(beacon.signs ? { signs: beacon.signs } : {}),
        },
      },
    );
  });
}

/** Returns ", by /js/analytics.js line 56", or "" if unknown. */
export function startedBy({ url, line }: Initiator): string {
  if (url === null) return "";
  const path = URL.parse(url)?.pathname ?? url;
  return `, by ${path}${line === null ? "" : ` line ${line}`}`;
}
