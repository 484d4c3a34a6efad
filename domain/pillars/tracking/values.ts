// Looks up attributes by path: `currency`, `items.0.price` or `items[0].price`, `items[].price`.

/** The values found, and whether the path is missing somewhere, such as in one element of a list. */
export type Lookup = { values: unknown[]; missing: boolean };

/** Looks up a name. A name that contains dots takes precedence over a path. An empty list has no elements, so `items[].price` is missing. */
export function lookUp(from: unknown, name: string): Lookup {
  const own = ownValue(from, name);
  if (own !== undefined) return { values: [own], missing: false };
  return walk(from, withDots(name).split("."));
}

/** Whether a value is missing or empty. Null and undefined reset a data layer. */
export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";

/** Whether the name is a path of names, integers and `[]` after a name. */
export const isPath = (name: string): boolean =>
  name.length <= 200 && /^[^\s.[\]]+(?:\[\])?(?:\.[^\s.[\]]+(?:\[\])?)*$/.test(withDots(name));

/** Returns the first name of a path. */
export const rootOf = (name: string): string => name.split(/[.[]/)[0] ?? name;

const withDots = (name: string): string => name.replace(/\[(\d+)\](?=[.[]|$)/g, ".$1");

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
