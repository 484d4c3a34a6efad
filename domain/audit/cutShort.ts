// Knows where a run lists only the first elements that break a rule. An element that a later run lists may have been among the others.

/** A rule of which a page, or the site, does not list all elements that break it. `elements`: their number. */
export type CutRule = { rule: string; elements: number };

/** Returns the rules whose findings on a page, or about the site, stand for elements beyond the listed ones. */
export function cutRules(
  findings: readonly { rule: string; evidence: { elements?: unknown; further?: unknown } }[],
): CutRule[] {
  return findings.flatMap(({ rule, evidence: { elements, further } }) =>
    typeof elements === "number" && typeof further === "number" && further > 0 ? [{ rule, elements }] : [],
  );
}

/** Returns how many elements break the rule on a page (its key, or "" for the site), or undefined if the run lists all of them. */
export type CutShort = (rule: string, key: string) => number | undefined;

/** The shortest list that earlier versions cut. They did not store what they cut, so in their runs a list of this length may be a part. */
const SHORTEST_CUT = 20;

/** `parts`: the pages of a run, and the site, which has a negative index. `listed`: its findings, with the keys of their pages. */
export function cutShort(
  parts: readonly { index: number; key: string; cutRules?: readonly CutRule[] | null }[],
  listed: readonly { rule: string; keys: readonly string[] }[] = [],
): CutShort {
  const totals = new Map<string, number>();
  const nameOf = (rule: string, key: string): string => `${rule} ${key}`;
  const older = new Set<string>();
  for (const { index, key, cutRules: cut } of parts) {
    if (!cut) older.add(index < 0 ? "" : key);
    for (const { rule, elements } of cut ?? []) totals.set(nameOf(rule, index < 0 ? "" : key), elements);
  }
  const names = listed.flatMap(({ rule, keys }) =>
    keys.filter((key) => older.has(key)).map((key) => nameOf(rule, key)),
  );
  for (const [name, { length }] of Map.groupBy(names, (one) => one))
    if (length >= SHORTEST_CUT) totals.set(name, Number.POSITIVE_INFINITY);
  return (rule, key) => totals.get(nameOf(rule, key));
}

/**
 * Returns whether a finding that `before` does not list may be one of those that it left out: on each of its pages (`keys`) `before` lists
 * only a part, and no more elements break the rule now.
 */
export const mayBeLeftOut = (
  { rule, keys }: { rule: string; keys: readonly string[] },
  before: CutShort,
  now: CutShort,
): boolean => keys.every((key) => (now(rule, key) ?? 0) <= (before(rule, key) ?? -1));
