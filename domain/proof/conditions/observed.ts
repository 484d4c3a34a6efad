// Converts what a run recorded of an event to paths and values for comparison with conditions.
import { stem, wordsOf } from "../../functional/find/words.ts";
import type { Ran } from "./ran.ts";

/** Values by path, without list indexes, so that `items.price` has one value per item. */
export type Carried = Map<string, string[]>;

const MAX_VALUES = 2_000;

/**
 * Returns what each provider or data layer got of the event in the relevant steps, one entry per occurrence; [] if none was recorded.
 */
export function occurrencesOf({ steps, event, step }: Ran): Carried[][] {
  const named = (name: string): boolean => event.names.some((one) => one.toLowerCase() === name.toLowerCase());
  const all = steps.flatMap(({ events }, index) =>
    events.filter(({ name }) => named(name)).map(({ provider, attributes }) => ({ index, provider, attributes })),
  );
  const own = all.filter(({ index }) => step === null || index === step);
  const byProvider = Map.groupBy(own.length > 0 ? own : all, ({ provider }) => provider);
  return [...byProvider.values()].map((some) => some.map(({ attributes }) => flat(attributes)));
}

function flat(value: unknown, path = "", into: Carried = new Map()): Carried {
  if (into.size >= MAX_VALUES) return into;
  if (Array.isArray(value)) for (const one of value) flat(one, path, into);
  else if (typeof value === "object" && value !== null)
    for (const [name, one] of Object.entries(value)) flat(one, path === "" ? name : `${path}.${name}`, into);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const text = value === undefined || value === null || Array.isArray(value) ? "" : String(value);
    if (path !== "") into.set(path, [...(into.get(path) ?? []), ...(Array.isArray(value) ? [] : [text])]);
  }
  return into;
}

/** Maps words of tickets to the terms that analytics uses. */
const SAME: Readonly<Record<string, string>> = {
  product: "item",
  article: "item",
  voucher: "coupon",
  order: "transaction",
  purchase: "transaction",
  sum: "total",
  colour: "color",
  postage: "shipping",
};
const EMPTY_WORDS = new Set(["number", "count", "amount", "name", "code"]);

const partsOf = (name: string): string[] =>
  wordsOf(name.replace(/[[\]]/g, " ")).stems.map((word) => SAME[word] ?? stem(SAME[word] ?? word));
const folded = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Returns the values of an attribute that a ticket names in its own words, or null if the event carries no such attribute. */
export function valuesNamed(carried: Carried, attribute: string): string[] | null {
  const wanted = attribute.replace(/\[\d*\]/g, "");
  const paths = [...carried.keys()];
  const leafOf = (path: string): string => path.split(".").at(-1) ?? path;
  const exact = paths.filter((path) => [path, leafOf(path)].some((one) => folded(one) === folded(wanted)));
  if (exact.length > 0) return exact.flatMap((path) => carried.get(path) ?? []);
  const dotted = paths.filter((path) => wanted.includes(".") && folded(path).endsWith(folded(wanted)));
  if (dotted.length > 0) return dotted.flatMap((path) => carried.get(path) ?? []);
  // If it is written like an attribute's name, it means exactly that name.
  if (/[_.]|[a-z][A-Z]/.test(wanted)) return null;
  const asked = partsOf(wanted);
  const needed = asked.filter((word) => !EMPTY_WORDS.has(word));
  if (needed.length === 0 && asked.length === 0) return null;
  const words = needed.length > 0 ? needed : asked;
  const like = paths.filter((path) => {
    const has = new Set(partsOf(leafOf(path)));
    return words.every((word) => has.has(word));
  });
  return like.length > 0 ? like.flatMap((path) => carried.get(path) ?? []) : null;
}

/** Returns whether two texts are the same value, regardless of number format and case. */
export function sameValue(observed: string, wanted: string): boolean {
  const plain = (text: string): string =>
    text
      .trim()
      .toLowerCase()
      .replace(/^["'“`]|["'”`]$/g, "");
  if (plain(observed) === plain(wanted)) return true;
  const [one, other] = [numberOf(observed), numberOf(wanted)];
  return one !== null && other !== null && one === other;
}

function numberOf(text: string): number | null {
  const bare = text.trim().replace(/^[€$£]\s?|\s?(?:[€$£%]|[A-Z]{3})$/g, "");
  if (!/^-?\d[\d.,]*$/.test(bare)) return null;
  const plain = /,\d{1,2}$/.test(bare) ? bare.replace(/\./g, "").replace(",", ".") : bare.replace(/,(?=\d{3})/g, "");
  const number = Number(plain);
  return Number.isNaN(number) ? null : number;
}
