import type { Check } from "../../../audit/finding.ts";
import { failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import type { Facts } from "../facts.ts";
import { beaconProof, pushProof } from "../proof.ts";

/** An event that is not in the plan. On pages without a row in the plan it is a warning. */
export const unplannedEvent: Check<Facts> = {
  rule: "unplanned-event",
  severity: "moderate",
  title: "Only planned events occur.",
  fault: "Unplanned event occurs",
  help: "Add the event to the plan if it is intended, or remove it from the page: unplanned data is rarely correct.",
  run({ planned, page, strays }) {
    if (!planned) return inapplicable("The project has no tracking plan.");
    const own = page === null ? strays.filter(({ elsewhere }) => !elsewhere) : strays;
    if (own.length === 0) return passed("No unplanned event was seen.");
    return own.map(({ occurrence, elsewhere, pass }) => {
      const { name, push, beacons } = occurrence;
      const short = name.slice(0, 100);
      const how = push === null ? `was sent to ${beacons[0]?.provider ?? "a provider"}` : "was pushed";
      const evidence = {
        push: push && pushProof(push),
        beacons: beacons.slice(0, 5).map(beaconProof),
        screenshotId: pass.steps.at(-1)?.screenshotId ?? null,
      };
      if (elsewhere)
        return warning(`The event "${short}" ${how} here; the plan knows it on another page or trigger.`, short, {
          evidence,
        });
      const message = `The event "${short}" ${how}, and no row of the plan knows it.`;
      return page === null ? warning(message, short, { evidence }) : failed(message, short, { evidence });
    });
  },
};
