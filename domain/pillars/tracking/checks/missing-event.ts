import type { Check } from "../../../audit/finding.ts";
import { failed, inapplicable, passed } from "../../../audit/finding.ts";
import { consentDoubtOf } from "../consentDoubt.ts";
import type { Facts } from "../facts.ts";
import { proofOf, rowName } from "../proof.ts";

/** A planned event was neither pushed nor sent although it was triggered. */
export const missingEvent: Check<Facts> = {
  rule: "missing-event",
  severity: "serious",
  title: "Every planned event happens.",
  fault: "Planned event is missing",
  help: "Push the event to the data layer when its trigger happens, or remove the row from the plan. If a consent banner was open, let the audit accept it first.",
  run({ items }) {
    const exercised = items.filter((item) => item.notExercised === null);
    if (exercised.length === 0) return inapplicable("No planned row could be exercised here.");
    const missing = exercised.filter(({ occurrences }) => occurrences.length === 0);
    if (missing.length === 0) return passed("Every planned event happened.");
    return missing.map((item) => {
      const doubt = item.pass && consentDoubtOf(item.pass);
      const what =
        item.eventType === null
          ? `${rowName(item)} set nothing in the data layer.`
          : `${rowName(item)} ${item.kind === "page" ? `did not push or send "${item.eventType}"` : "was neither pushed nor sent"}.`;
      const counts = { expectedCount: item.count, observedCount: 0 };
      return failed(doubt ? `${what} ${doubt.sentence}` : what, item.id, {
        evidence: proofOf(item, undefined, { ...counts, ...doubt?.evidence }),
      });
    });
  },
};
