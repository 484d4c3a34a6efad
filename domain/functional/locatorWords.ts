// Describes locators for people.
import { oneLine } from "../text.ts";
import type { Locator } from "./target.ts";

/** Returns a locator in words: `button "Add to cart"`. */
export function describeLocator({ by, value, name }: Locator): string {
  const text = oneLine(value).slice(0, 100);
  if (by === "row") return `the row of "${text}"`;
  if (by === "role") return name === undefined ? `role ${text}` : `${text} "${oneLine(name).slice(0, 100)}"`;
  return `${by} "${text}"`;
}
