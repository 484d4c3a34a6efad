import type { Check } from "../../../audit/finding.ts";
import { failed, inapplicable, passed } from "../../../audit/finding.ts";
import type { Facts } from "../facts.ts";
import type { Item } from "../item.ts";
import { proofOf, rowName } from "../proof.ts";

/** Events of one visit whose order differs from the plan. */
export const wrongOrder: Check<Facts> = {
  rule: "wrong-order",
  severity: "moderate",
  title: "Numbered events occur in order.",
  fault: "Event order differs from the plan",
  help: "Push the events in the planned order. An event that comes too early is recorded without the ones before it.",
  run({ items }) {
    const numbered = items.filter((item) => item.order !== null && item.occurrences.length > 0);
    const pairs = numbered.flatMap((item) => {
      const before = nextBefore(item, numbered);
      return before ? [{ item, before }] : [];
    });
    if (pairs.length === 0) return inapplicable("The plan sets no order between events of one visit.");
    const wrong = pairs.filter(({ item, before }) => firstSeq(item) < firstSeq(before));
    if (wrong.length === 0) return passed("The events came in the planned order.");
    return wrong.map(({ item, before }) =>
      failed(`${rowName(item)} came before "${before.eventType}", which the plan puts first.`, item.id, {
        evidence: proofOf(item, item.occurrences[0], {
          expectedAfter: before.id,
          expectedAfterAtMs: before.occurrences[0]?.atMs ?? null,
        }),
      }),
    );
  },
};

/** Returns the row directly before this one in the same visit. */
function nextBefore(item: Item, numbered: readonly Item[]): Item | undefined {
  return numbered
    .filter((other) => other.pass === item.pass && (other.order ?? 0) < (item.order ?? 0))
    .reduce<Item | undefined>((a, b) => (a === undefined || (b.order ?? 0) > (a.order ?? 0) ? b : a), undefined);
}

const firstSeq = (item: Item): number => item.occurrences[0]?.seq ?? 0;
