import type { Check } from "../../../audit/finding.ts";
import { failed, inapplicable, passed, review } from "../../../audit/finding.ts";
import type { Facts } from "../facts.ts";
import type { Beacon } from "../observation.ts";
import { beaconProof } from "../proof.ts";

/** Beacons that were sent before the visitor consented. Beacons that report denied consent need a manual check. */
export const sentBeforeConsent: Check<Facts> = {
  rule: "sent-before-consent",
  severity: "serious",
  title: "Nothing is sent before consent.",
  fault: "Tracking data is sent before consent",
  help: "Make the tags wait for the answer to the consent banner. Whether beacons without identifiers may be sent earlier is a legal question.",
  run({ passes, items }) {
    // If the banner could not be answered, it is unknown which beacons came before the answer.
    const asked = passes.filter(({ consent }) => consent.state === "clicked");
    if (asked.length === 0) return inapplicable("No consent banner was answered.");
    const early = asked.flatMap(({ beacons }) => beacons.filter((one) => one.beforeConsent && one.kind === "event"));
    if (early.length === 0) return passed("Nothing was sent before the banner was answered.");
    const byProvider = Object.entries(Object.groupBy(early, ({ provider }) => provider)) as [string, Beacon[]][];
    return byProvider.map(([provider, beacons]) => {
      const names = [...new Set(beacons.map(({ name }) => name.slice(0, 60)))];
      const events = `${names.slice(0, 5).join(", ")}${names.length > 5 ? ` and ${names.length - 5} more` : ""}`;
      const open = beacons.filter(({ consentDenied }) => !consentDenied);
      const planIds = items
        .filter(({ occurrences }) => occurrences.some((one) => one.beacons.some((beacon) => open.includes(beacon))))
        .map(({ id }) => id);
      const evidence = { planIds: planIds.slice(0, 30), beacons: beacons.slice(0, 5).map(beaconProof) };
      if (open.length > 0)
        return failed(`Before consent was given, ${provider} was sent: ${events}.`, provider, { evidence });
      const message = `Before consent was given, ${provider} was sent ${events}, marked as without consent.`;
      return review(message, provider, { evidence });
    });
  },
};
