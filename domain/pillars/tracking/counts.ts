// Whether a row was seen as often as planned, and if not, in which way.
import type { Item } from "./item.ts";

/** Values that differ from push to push and say nothing. */
const volatile = (name: string): boolean =>
  name.startsWith("gtm.") || name === "eventCallback" || name === "eventTimeout";

/** null: as often as planned, or never (which is a missing event). */
export function countFaults(item: Item): "duplicate-event" | "wrong-count" | null {
  const { occurrences, count } = item;
  if (item.eventType === null || occurrences.length === 0 || occurrences.length === count) return null;
  if (occurrences.length < count) return "wrong-count";
  const contents = occurrences.map(({ parameters }) =>
    JSON.stringify(Object.entries(parameters).filter(([name]) => !volatile(name))),
  );
  return new Set(contents).size <= count ? "duplicate-event" : "wrong-count";
}
