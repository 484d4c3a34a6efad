// Which element of a page a step means: data, tried in order, never code.

/** How an element may be found: the ways of people first, CSS last. */
export const LOCATOR_KINDS = ["role", "label", "text", "placeholder", "testid", "alt", "title", "css", "row"] as const;
export type LocatorKind = (typeof LOCATOR_KINDS)[number];

/**
 * One way to find an element. `value` is the role's name for `role` (`button`), else the text, label, id or selector; it may hold
 * references such as `{param}`. `name` is the accessible name, for roles alone. `row` is for `within` alone: the row, list entry or card
 * that shows the text, and holds one of what is looked for.
 */
export type Locator = { by: LocatorKind; value: string; name?: string; exact?: boolean };

/** The element that a step means. Locators are tried in order, and each must match exactly one element. */
export type Target = {
  locators: Locator[];
  /** Only inside this element. */
  within?: Locator;
  /** Where several match: which of the visible ones, from 1, as a number or a reference to one. */
  nth?: string;
  /** Inside the frame that this element shows. */
  frame?: Locator;
  /** What the element looked like when the step last passed; healing starts from it. */
  fingerprint?: Fingerprint;
};

/** What is remembered of an element: the properties that people recognise it by. Texts are cut at 200 characters. */
export type Fingerprint = {
  tag: string;
  role: string;
  name: string;
  text: string;
  type: string;
  alt: string;
  id: string;
  classes: string[];
  href: string;
  ariaLabel: string;
  attributes: Record<string, string>;
  /** Texts around it, nearest first. */
  neighbours: string[];
  /** CSS pixels in the document. */
  box: { x: number; y: number; width: number; height: number };
  /** Tags from the root, as `html>body>main:1>form:2`. */
  path: string;
};
