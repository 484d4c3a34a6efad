// What the four attribute rules share: one finding for each attribute of a row that does not match its expectation.
import type { CheckResult } from "../../audit/finding.ts";
import { failed, inapplicable, passed } from "../../audit/finding.ts";
import { type AttributeFault, type AttributeViolation, attributeViolations } from "./attributes.ts";
import type { Facts } from "./facts.ts";
import type { Item } from "./item.ts";
import { proofOf, pushProof } from "./proof.ts";

/** Returns the results of one rule. `sentence` describes the violation; `applies` selects the attributes that the rule checks. */
export function attributeResults(
  facts: Facts,
  rule: AttributeFault,
  applies: (kind: string) => boolean,
  sentence: (item: Item, violation: AttributeViolation) => string,
): CheckResult[] {
  const seen = facts.items.filter(
    (item) => item.occurrences.length > 0 && item.attributes.some(({ expectation }) => applies(expectation.kind)),
  );
  if (seen.length === 0) return [inapplicable("No planned event with such attributes was seen.")];
  const results = seen.flatMap((item) => {
    const known = new Set<string>();
    return item.occurrences.flatMap((occurrence) =>
      attributeViolations(item, occurrence).flatMap((violation) => {
        const { name, expected } = violation.attribute;
        if (violation.rule !== rule || known.has(name)) return [];
        known.add(name);
        return [
          failed(sentence(item, violation), `${item.id} ${name}`, {
            evidence: proofOf(item, occurrence, {
              attribute: name,
              expected,
              where: violation.where,
              ...(violation.lost ? { clearedBy: pushProof(violation.lost.push) } : {}),
            }),
          }),
        ];
      }),
    );
  });
  return results.length > 0 ? results : [passed("The attributes are as planned.")];
}
