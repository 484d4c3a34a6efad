import type { Check } from "../../../audit/finding.ts";
import { failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import { attributeResults } from "../attributeCheck.ts";
import { unplannedAttributes } from "../attributes.ts";
import type { Facts } from "../facts.ts";
import { proofOf, rowName } from "../proof.ts";

/** A forbidden attribute or an unplanned one. The latter fails only if the row is closed. */
export const unexpectedAttribute: Check<Facts> = {
  rule: "unexpected-attribute",
  severity: "serious",
  title: "No event has an attribute that it must not have.",
  fault: "Event has an unplanned attribute",
  help: "Remove the attribute from the push and from the tags that add it. Personal data does not belong in analytics.",
  run(facts) {
    const seen = facts.items.filter(({ occurrences }) => occurrences.length > 0);
    if (seen.length === 0) return inapplicable("No planned event was seen.");
    const forbidden = attributeResults(
      facts,
      "unexpected-attribute",
      (kind) => kind === "forbidden",
      (item, { attribute, where }) =>
        `${rowName(item)} carries "${attribute.name}" in its ${where}, which the plan forbids.`,
    ).filter(({ outcome }) => outcome === "failed");
    const others = seen.flatMap((item) => {
      const occurrence = item.occurrences.find((one) => unplannedAttributes(item, one).length > 0);
      if (occurrence === undefined) return [];
      const names = unplannedAttributes(item, occurrence).map((name) => name.slice(0, 60));
      const shown = names.slice(0, 10).join(", ");
      const message = `${rowName(item)} carries ${names.length === 1 ? "an attribute" : `${names.length} attributes`} that the plan does not list: ${shown}.`;
      const details = { evidence: proofOf(item, occurrence, { names: names.slice(0, 30) }) };
      return [
        item.closed
          ? failed(message, `${item.id} (not planned)`, details)
          : warning(message, `${item.id} (not planned)`, { ...details, severity: "info" as const }),
      ];
    });
    return forbidden.length + others.length > 0
      ? [...forbidden, ...others]
      : passed("No event carries more than planned.");
  },
};
