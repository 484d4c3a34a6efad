// Looks up attributes by path: `currency`, `items.0.price`, `items[].price`.

/** The values that were found, and whether the path leads nowhere at some place (an element of a list that lacks it). */
export type Lookup = { values: unknown[]; missing: boolean };

/** A name that holds dots itself comes before a path. An empty list has no elements, so `items[].price` is missing in it. */
export function lookUp(from: unknown, name: string): Lookup {
  const own = ownValue(from, name);
  if (own !== undefined) return { values: [own], missing: false };
  return walk(from, name.split("."));
}

/** Not there, or there without a value: a data layer is reset by null and undefined. */
export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";

/** A path of names, whole numbers and `[]` behind a name. */
export const isPath = (name: string): boolean =>
  name.length <= 200 && /^[^\s.[\]]+(?:\[\])?(?:\.[^\s.[\]]+(?:\[\])?)*$/.test(name);

function walk(from: unknown, path: readonly string[]): Lookup {
  const [head, ...rest] = path;
  if (head === undefined) return { values: [from], missing: false };
  const each = head.endsWith("[]");
  const value = ownValue(from, each ? head.slice(0, -2) : head);
  if (value === undefined) return { values: [], missing: true };
  if (!each) return walk(value, rest);
  if (!Array.isArray(value) || value.length === 0) return { values: [], missing: true };
  const found = value.map((one) => walk(one, rest));
  return { values: found.flatMap(({ values }) => values), missing: found.some(({ missing }) => missing) };
}

function ownValue(from: unknown, name: string): unknown {
  if (from === null || typeof from !== "object" || !Object.hasOwn(from, name)) return undefined;
  return (from as Record<string, unknown>)[name];
}
