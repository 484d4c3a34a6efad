import type { Check } from "../../../audit/finding.ts";
import { failed, inapplicable, passed } from "../../../audit/finding.ts";
import { countFaults } from "../counts.ts";
import type { Facts } from "../facts.ts";
import { proofOf, rowName, times } from "../proof.ts";

/** An event occurs more or less often than planned, with different contents. */
export const wrongCount: Check<Facts> = {
  rule: "wrong-count",
  severity: "moderate",
  title: "Every event happens as often as planned.",
  fault: "Event count differs from the plan",
  help: "Send the event as often as planned, or correct the count in the plan.",
  run({ items }) {
    const seen = items.filter(({ occurrences }) => occurrences.length > 0);
    if (seen.length === 0) return inapplicable("No planned event was seen.");
    const wrong = seen.filter((item) => countFaults(item) === "wrong-count");
    if (wrong.length === 0) return passed("Every planned event was seen as often as planned.");
    return wrong.map((item) => {
      const { length } = item.occurrences;
      return failed(`${rowName(item)} was reported ${times(length)} instead of ${times(item.count)}.`, item.id, {
        evidence: proofOf(item, item.occurrences.at(-1), { expectedCount: item.count, observedCount: length }),
      });
    });
  },
};
