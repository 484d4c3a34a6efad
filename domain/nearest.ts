// Finds the nearest names to a mistyped one, for errors that suggest what to do next.
import { capital } from "./text.ts";

/** Number of characters that are compared. Names are short; longer texts are compared by their beginning. */
const COMPARED = 80;
/** Maximum number of names that are compared: each takes up to 80 × 80 steps, which block other requests. */
const MAX_NAMES = 2_000;

/** Returns up to `limit` names, nearest first, by case-insensitive edit distance. Names that are too different are left out. */
export function nearest(wanted: string, names: readonly string[], limit = 3): string[] {
  const from = wanted.slice(0, COMPARED).toLowerCase();
  return names
    .slice(0, MAX_NAMES)
    .map((name) => ({ name, distance: distance(from, name.slice(0, COMPARED).toLowerCase()) }))
    .filter(({ name, distance: d }) => d <= Math.max(2, Math.ceil(Math.max(from.length, name.length) / 2)))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name);
}

/** Returns the Levenshtein distance, computed one row at a time. */
function distance(from: string, to: string): number {
  const row = new Uint16Array(to.length + 1).map((_, j) => j);
  for (let i = 0; i < from.length; i++) {
    let diagonal = row[0]!;
    row[0] = i + 1;
    for (let j = 0; j < to.length; j++) {
      const replaced = diagonal + (from.charCodeAt(i) === to.charCodeAt(j) ? 0 : 1);
      diagonal = row[j + 1]!;
      row[j + 1] = Math.min(diagonal + 1, row[j]! + 1, replaced);
    }
  }
  return row[to.length]!;
}

/** Returns what an error appends to an unknown name: ` Did you mean "Home" or "Home 2"?`. `otherwise`: returned if no name is near. */
export function hintOf(wanted: string, names: readonly string[], otherwise = ""): string {
  return asHint(nearest(wanted, names), otherwise);
}

/** Same as `hintOf`, for names that have already been found. */
export function asHint(near: readonly string[], otherwise = ""): string {
  const said = near.length > 0 ? capital(didYouMean(near)) : otherwise;
  return said === "" ? "" : ` ${said}`;
}

/** Returns `did you mean "Home" or "About"?`. */
export const didYouMean = (near: readonly string[]): string => `did you mean ${quoted(near, "or")}?`;

/** Quotes and joins names for a sentence: `"Home"`, `"Home" and "About"`. */
export function quoted(names: readonly string[], joint: "and" | "or" = "and"): string {
  const all = names.map((n) => `"${n}"`);
  return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} ${joint} ${all.at(-1)}`;
}
