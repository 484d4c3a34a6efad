import type { Check } from "../../../audit/finding.ts";
import { failed, inapplicable, passed } from "../../../audit/finding.ts";
import { countFaults } from "../counts.ts";
import type { Facts } from "../facts.ts";
import { proofOf, rowName, times } from "../proof.ts";

/** An identical event occurs more often than planned. */
export const duplicateEvent: Check<Facts> = {
  rule: "duplicate-event",
  severity: "serious",
  title: "No event is reported twice.",
  fault: "Event is reported in duplicate",
  help: "Look for a tag or a listener that is installed twice. Each copy inflates the figures.",
  run({ items }) {
    const seen = items.filter(({ occurrences }) => occurrences.length > 0);
    if (seen.length === 0) return inapplicable("No planned event was seen.");
    const doubled = seen.filter((item) => countFaults(item) === "duplicate-event");
    if (doubled.length === 0) return passed("No planned event was seen twice.");
    return doubled.map((item) => {
      const { length } = item.occurrences;
      const copies = {
        expectedCount: item.count,
        observedCount: length,
        secondAtMs: item.occurrences[item.count]?.atMs ?? null,
      };
      return failed(
        `${rowName(item)} was reported ${times(length)} with the same content instead of ${times(item.count)}.`,
        item.id,
        {
          evidence: proofOf(item, item.occurrences[item.count], copies),
        },
      );
    });
  },
};
