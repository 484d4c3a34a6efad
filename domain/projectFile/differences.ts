// Compares two states of a part field by field. Objects are compared recursively, everything else as a whole.
import { isFields } from "../fields.ts";
import { truncate } from "../text.ts";
import type { FieldChange } from "./types.ts";

/** Maximum number of listed fields per part, and maximum length of a value in characters. */
const LISTED = 20;
const SHOWN = 200;

export function differencesOf(from: object, to: object): { fields: FieldChange[]; more: number } {
  const all: FieldChange[] = [];
  walk(from, to, "", all);
  return { fields: all.slice(0, LISTED), more: Math.max(0, all.length - LISTED) };
}

function walk(from: unknown, to: unknown, path: string, found: FieldChange[]): void {
  if (isFields(from) && isFields(to)) {
    for (const key of new Set([...Object.keys(from), ...Object.keys(to)]))
      walk(from[key], to[key], path === "" ? key : `${path}.${key}`, found);
    return;
  }
  if (canonicalText(from) !== canonicalText(to)) found.push({ path, from: shown(from), to: shown(to) });
}

const shown = (value: unknown): string | null =>
  value === undefined ? null : truncate(typeof value === "string" ? value : canonicalText(value), SHOWN);

/** Returns JSON that does not depend on the order of fields; "" for undefined. */
export function canonicalText(value: unknown): string {
  return (
    JSON.stringify(value, (_key, one: unknown) =>
      isFields(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
    ) ?? ""
  );
}

/** Merges `over` into `base`: objects are merged, everything else is replaced. */
export function mergedWith(base: unknown, over: unknown): unknown {
  if (!isFields(base) || !isFields(over)) return over === undefined ? base : over;
  const keys = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries([...keys].map((key) => [key, mergedWith(base[key], over[key])]));
}
