import type { Check } from "../../../audit/finding.ts";
import { failed, inapplicable, passed } from "../../../audit/finding.ts";
import type { Facts } from "../facts.ts";
import { proofOf, rowName } from "../proof.ts";

/** Events that only steps of functional tests trigger, as observed by the latest run that verified tracking. */
export const linkedEvent: Check<Facts> = {
  rule: "linked-event",
  severity: "serious",
  title: "Events in functional tests match the plan.",
  fault: "Event in a functional test differs from plan",
  help: "Check the timeline of the functional run for what each step sent. Then fix the event, or the step it is linked to.",
  run({ items }) {
    const linked = items.filter((item) => item.linked !== null);
    if (linked.length === 0) return inapplicable("No event here is linked to a functional test.");
    const wrong = linked.filter((item) => item.linked?.status === "fail");
    if (wrong.length === 0) return passed("Every event that functional tests trigger was as planned.");
    return wrong.map((item) => {
      const { runId, scenario, step, violations } = item.linked ?? { runId: "", scenario: "", step: 0, violations: [] };
      const message = `${rowName(item)} was not as planned in "${scenario}", step ${step + 1}. ${violations.join(" ")}`;
      return failed(message.trim(), item.id, { evidence: proofOf(item, undefined, { runId, scenario, step }) });
    });
  },
};
