// Determines what the elements changed by one CSS rule have in common, so that their change has the same key on every page.
import type { Draft } from "./draft.ts";
import type { Matching } from "./matching.ts";

/** Returns for each style change the class that all elements with exactly this change have, otherwise the tag of most of them. */
export function ruleNames({ after }: Matching, drafts: readonly Draft[]): Map<Draft, string> {
  const names = new Map<Draft, string>();
  const styled = drafts.filter(({ styles, now }) => styles.length > 0 && now !== -1);
  for (const equal of Map.groupBy(styled, ({ styles }) => JSON.stringify(styles)).values()) {
    const elements = equal.map(({ now }) => after.elements[now]!);
    const [first, ...others] = elements;
    const common = first!.classes.filter((name) => others.every(({ classes }) => classes.includes(name)));
    const name =
      common.length > 0 ? `.${rarest(after.elements, common)}` : mostFrequent(elements.map(({ tag }) => tag));
    for (const draft of equal) names.set(draft, name);
  }
  return names;
}

/** Minimum number of different values of one style for its elements to be a family, such as buttons in several colours. */
const FAMILY = 3;

/**
 * Detects a rule that gave similar elements different values, such as borders in the colour of their buttons: the same styles changed from
 * equal values. Returns the name of the family for each of its changes.
 */
export function familyNames({ after }: Matching, drafts: readonly Draft[]): Map<Draft, string> {
  const names = new Map<Draft, string>();
  const styled = drafts.filter(({ kind, styles, now }) => kind === "style" && styles.length > 0 && now !== -1);
  const families = Map.groupBy(styled, ({ styles, now }) => {
    const { tag, role } = after.elements[now]!;
    return JSON.stringify([tag, role, styles.map(({ property, before }) => [property, before])]);
  });
  for (const [name, equal] of families) {
    const values = new Set(equal.map(({ styles }) => JSON.stringify(styles)));
    const classes = equal.map(({ now }) => after.elements[now]!.classes);
    const related = classes[0]!.some((one) => classes.every((others) => others.includes(one)));
    if (values.size >= FAMILY && related) for (const draft of equal) names.set(draft, name);
  }
  return names;
}

/**
 * Returns the class that the fewest elements of the page have, because it describes the changed ones best; among equally rare classes the
 * first by name.
 */
function rarest(elements: readonly { classes: readonly string[] }[], names: readonly string[]): string {
  const times = new Map(names.map((name) => [name, 0]));
  for (const { classes } of elements)
    for (const name of classes) if (times.has(name)) times.set(name, times.get(name)! + 1);
  return [...times].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))[0]![0];
}

function mostFrequent(names: readonly string[]): string {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return [...times].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]![0];
}
