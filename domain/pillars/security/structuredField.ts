// Reads headers that are structured fields (RFC 9651). What does not parse, browsers ignore as a whole.
import { type BareItem, type Item, isInnerList, parseDictionary, parseItem, Token } from "structured-headers";

/** The token of an item, parameters left out; null: the value is not one token, so browsers ignore the header. */
export function tokenOf(value: string): string | null {
  try {
    const [bare] = parseItem(value);
    return bare instanceof Token ? bare.toString() : null;
  } catch {
    return null;
  }
}

/** What a dictionary names under each key, as lists of bare items; null: it does not parse. */
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

/** `*`, which opens a feature to everybody. */
export const isAnybody = (item: BareItem): boolean => item instanceof Token && item.toString() === "*";
