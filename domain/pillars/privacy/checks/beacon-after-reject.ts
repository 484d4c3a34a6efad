import { inapplicable, passed } from "../../../audit/finding.ts";
import { judgeBeacons } from "../beaconResults.ts";
import type { PrivacyCheck } from "../privacyCheck.ts";

export const beaconAfterReject: PrivacyCheck = {
  rule: "beacon-after-reject",
  severity: "serious",
  mostPoints: 40,
  title: "After rejection, no beacon reports the visit.",
  fault: "Tracking beacon is sent after rejection",
  help: "Send beacons only after the visitor's choice, and drop queued ones when everything is rejected.",
  run({ rejected }) {
    if (rejected.state !== "measured") return inapplicable("The rejected state was not reached.");
    return rejected.snapshot.beacons.length > 0
      ? judgeBeacons(rejected.snapshot.beacons, "after everything had been rejected")
      : passed("No beacon was sent after everything was rejected.");
  },
};
