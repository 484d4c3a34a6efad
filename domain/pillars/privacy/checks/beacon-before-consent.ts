import { inapplicable, passed } from "../../../audit/finding.ts";
import { judgeBeacons } from "../beaconResults.ts";
import type { PrivacyCheck } from "../privacyCheck.ts";

export const beaconBeforeConsent: PrivacyCheck = {
  rule: "beacon-before-consent",
  severity: "serious",
  mostPoints: 35,
  title: "Before a choice, no beacon reports the visit.",
  fault: "Tracking beacon is sent before consent",
  help: "Hold beacons back until the visitor has agreed, and drop them when everything is rejected.",
  run({ before, banner, accepted }) {
    if (before.beacons.length > 0) return judgeBeacons(before.beacons, "before any choice was made");
    const later = accepted.state === "measured" && accepted.snapshot.beacons.length > 0;
    return banner || later
      ? passed("No beacon was sent before a choice.")
      : inapplicable("The page sends no beacons and asks for no consent.");
  },
};
