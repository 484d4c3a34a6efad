import type { Check } from "../../../audit/finding.ts";
import { inapplicable, passed, review } from "../../../audit/finding.ts";
import type { Facts } from "../facts.ts";
import { proofOf, rowName } from "../proof.ts";

/** Rows without a result, because they could not be triggered. */
export const notExercised: Check<Facts> = {
  rule: "not-exercised",
  severity: "info",
  title: "Every planned row could be tested.",
  fault: "Planned event was not tested",
  help: "Give the row a trigger that works on the page: a selector that finds the element, or the values that its form needs.",
  run({ items }) {
    if (items.length === 0) return inapplicable("The plan has no row for this page.");
    const idle = items.filter((item) => item.notExercised !== null && item.linked === null);
    if (idle.length === 0) return passed("Every planned row was tried.");
    return idle.map((item) =>
      review(`${rowName(item)} was not tried. ${item.notExercised}`, item.id, { evidence: proofOf(item) }),
    );
  },
};
