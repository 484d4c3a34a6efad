import type { Check } from "../../../audit/finding.ts";
import { attributeResults } from "../attributeCheck.ts";
import type { Facts } from "../facts.ts";
import { quoted, rowName } from "../proof.ts";

/** A value has another type than planned. */
export const wrongType: Check<Facts> = {
  rule: "wrong-type",
  severity: "serious",
  title: "Every attribute has its type.",
  fault: "Event attribute has the wrong type",
  help: "Send the value in the planned type: a number as a number, without its currency sign, and a list as a list.",
  run: (facts) =>
    attributeResults(
      facts,
      "wrong-type",
      (kind) => kind === "one-of" || kind === "pattern",
      (item, { attribute, value }) =>
        `${rowName(item)} has ${quoted(value)} as "${attribute.name}", which is of another type than the planned ${attribute.expected}.`,
    ),
};
