// What the elements that one rule of a style sheet changed have in common: it names their change on every page alike.
import type { Draft } from "./draft.ts";
import type { Matching } from "./matching.ts";

/** By change of a style: the class that all elements with exactly this change have, else the kind of element that most of them are. */
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

/** So many elements that got different values of one style are a family: buttons of all colours. */
const FAMILY = 3;

/**
 * Changes of the same styles of equal elements that had equal values and got a value each, such as borders in the colour of their buttons: one
 * rule did it. By change what names the family; none where it is alone.
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

/** The class that the fewest elements of the page have says most of those that changed; of equally rare ones the first by name. */
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
