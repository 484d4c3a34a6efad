import type { Check } from "../../../audit/finding.ts";
import { attributeResults } from "../attributeCheck.ts";
import type { AttributeViolation } from "../attributes.ts";
import type { Facts } from "../facts.ts";
import { quoted, rowName } from "../proof.ts";

/** A planned attribute is missing or empty, or was removed. */
export const missingAttribute: Check<Facts> = {
  rule: "missing-attribute",
  severity: "serious",
  title: "Every planned attribute is present.",
  fault: "Event lacks a planned attribute",
  help: "Add the attribute to the push, with a value, or remove it from the plan. A value that a later push clears (undefined, null, _clear) is missing in everything after it.",
  run: (facts) =>
    attributeResults(
      facts,
      "missing-attribute",
      (kind) => kind !== "forbidden",
      (item, violation) =>
        `${rowName(item)} lacks "${violation.attribute.name}" (expected: ${violation.attribute.expected}).${lostSentence(violation)}`,
    ),
};

function lostSentence({ lost }: AttributeViolation): string {
  if (lost === null) return "";
  const by = lost.push.kind === "event" ? `the event "${lost.push.name.slice(0, 60)}"` : "a push";
  return ` The data layer held ${quoted(lost.value)} until ${by} at ${lost.push.atMs} ms took it away.`;
}
