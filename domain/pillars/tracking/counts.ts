// Compares how often a row occurred with its planned count.
import type { Item } from "./item.ts";

/** Parameters that differ from push to push and have no meaning. */
const volatile = (name: string): boolean =>
  name.startsWith("gtm.") || name === "eventCallback" || name === "eventTimeout";

/** Returns null if the count is as planned or zero (which is a missing event). */
export function countFaults(item: Item): "duplicate-event" | "wrong-count" | null {
  const { occurrences, count } = item;
  if (item.eventType === null || occurrences.length === 0 || occurrences.length === count) return null;
  if (occurrences.length < count) return "wrong-count";
  const contents = occurrences.map(({ parameters }) =>
    JSON.stringify(Object.entries(parameters).filter(([name]) => !volatile(name))),
  );
  return new Set(contents).size <= count ? "duplicate-event" : "wrong-count";
}
