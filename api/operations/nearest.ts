// The nearest names to a mistyped one, for errors that say what to do next.

/** Up to `limit` of the names, nearest first, by edit distance without regard to case; far-off ones are left out. */
export function nearest(wanted: string, names: readonly string[], limit = 3): string[] {
  const from = wanted.toLowerCase();
  return names
    .map((name) => ({ name, distance: distance(from, name.toLowerCase()) }))
    .filter(({ name, distance: d }) => d <= Math.max(2, Math.ceil(Math.max(from.length, name.length) / 2)))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name);
}

/** Levenshtein's distance, one row at a time. Texts are cut at 100 characters: names, not pages. */
function distance(a: string, b: string): number {
  const from = a.slice(0, 100);
  const to = b.slice(0, 100);
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++)
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (from[i] === to[j] ? 0 : 1)));
    row = next;
  }
  return row[to.length]!;
}

/** `"Home"`, `"Home" and "About"`: names in a sentence. */
export function quoted(names: readonly string[]): string {
  const all = names.map((n) => `"${n}"`);
  return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
