// Parses headers that are structured fields (RFC 9651). Browsers ignore a field that does not parse.
import { type BareItem, type Item, isInnerList, parseDictionary, parseItem, Token } from "structured-headers";

/** Returns the token of an item without parameters, or null if the value is not a single token, in which case browsers ignore the header. */
export function tokenOf(value: string): string | null {
  try {
    const [bare] = parseItem(value);
    return bare instanceof Token ? bare.toString() : null;
  } catch {
    return null;
  }
}

/** Returns the entries of a dictionary as lists of bare items, or null if it does not parse. */
export function dictionaryOf(value: string): Map<string, BareItem[]> | null {
  try {
    return new Map(
      [...parseDictionary(value)].map(([key, member]) => [
        key,
        isInnerList(member) ? member[0].map(([bare]: Item) => bare) : [member[0]],
      ]),
    );
  } catch {
    return null;
  }
}

/** Whether the item is `*`, which allows a feature for every origin. */
export const isAnybody = (item: BareItem): boolean => item instanceof Token && item.toString() === "*";
