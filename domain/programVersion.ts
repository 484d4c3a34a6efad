// Versions of the program, as in package.json.

/** Whether `one` is a later release than `other`; what follows the three numbers does not count. */
export function isNewer(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  const at = a.findIndex((number, i) => number !== b[i]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

const numbersOf = (version: string): number[] =>
  [0, 1, 2].map((at) => Number.parseInt(version.replace(/^v/, "").split(".")[at] ?? "", 10) || 0);
