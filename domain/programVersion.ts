// Versions of the program, as in package.json.

/** Returns whether `one` is a later release than `other`. Anything after the three numbers is ignored. */
export function isNewer(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  const at = a.findIndex((number, i) => number !== b[i]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

const numbersOf = (version: string): number[] =>
  [0, 1, 2].map((at) => Number.parseInt(version.replace(/^v/, "").split(".")[at] ?? "", 10) || 0);
