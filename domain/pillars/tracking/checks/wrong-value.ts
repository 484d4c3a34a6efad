import type { Check } from "../../../audit/finding.ts";
import { attributeResults } from "../attributeCheck.ts";
import type { Facts } from "../facts.ts";
import { quoted, rowName } from "../proof.ts";

/** A value has the planned type, but is not among the planned values. */
export const wrongValue: Check<Facts> = {
  rule: "wrong-value",
  severity: "moderate",
  title: "Every attribute has a planned value.",
  fault: "Event attribute has the wrong value",
  help: "Correct the value where it is pushed, or the expectation in the plan.",
  run: (facts) =>
    attributeResults(
      facts,
      "wrong-value",
      (kind) => kind === "one-of" || kind === "pattern",
      (item, { attribute, value }) =>
        `${rowName(item)} has ${quoted(value)} as "${attribute.name}", which does not match the planned ${attribute.expected}.`,
    ),
};
