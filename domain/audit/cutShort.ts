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

/** `parts`: the pages of a run, and its other parts, which have a negative index. Those of earlier versions do not know what they cut. */
export function cutShort(
  parts: readonly { index: number; key: string; cutRules?: readonly CutRule[] | null }[],
): CutShort {
  const totals = new Map<string, number>();
  const nameOf = (rule: string, key: string): string => `${rule} ${key}`;
  for (const { index, key, cutRules: cut } of parts)
    for (const { rule, elements } of cut ?? []) totals.set(nameOf(rule, index < 0 ? "" : key), elements);
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
