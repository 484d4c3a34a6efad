import type { Check } from "../../../audit/finding.ts";
import { attributeResults } from "../attributeCheck.ts";
import type { Facts } from "../facts.ts";
import { rowName } from "../proof.ts";

/** A planned attribute that is not there, or is empty. */
export const missingAttribute: Check<Facts> = {
  rule: "missing-attribute",
  severity: "serious",
  title: "Every planned attribute is there.",
  help: "Add the attribute to the push, with a value, or take it out of the plan.",
  run: (facts) =>
    attributeResults(
      facts,
      "missing-attribute",
      (kind) => kind !== "forbidden",
      (item, { attribute }) => `${rowName(item)} lacks "${attribute.name}" (expected: ${attribute.expected}).`,
    ),
};
