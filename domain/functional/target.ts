// The page element that a step means: locators tried in order, as data and never as code.

/** Kinds of locators: those visible to people first, CSS last. */
export const LOCATOR_KINDS = ["role", "label", "text", "placeholder", "testid", "alt", "title", "css", "row"] as const;
export type LocatorKind = (typeof LOCATOR_KINDS)[number];

/**
 * One way to find an element. `value` is the role for `role` (`button`), otherwise the text, label, id or selector; it may contain
 * references such as `{param}`. `name` is the accessible name, only for roles. `row` is only for `within`: the row, list entry or card
 * that shows the text and contains one of the wanted elements.
 */
export type Locator = { by: LocatorKind; value: string; name?: string; exact?: boolean };

/** The element that a step means. Locators are tried in order, and a locator must match exactly one element. */
export type Target = {
  locators: Locator[];
  /** Limits the search to this element. */
  within?: Locator;
  /** If several match: the 1-based index among the visible ones, as a number or a reference. */
  nth?: string;
  /** Limits the search to the frame in this element. */
  frame?: Locator;
  /** How the element looked when the step last passed; the basis of healing. */
  fingerprint?: Fingerprint;
};

/** Stored properties of an element by which people recognize it. Texts are limited to 200 characters. */
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
  /** Position in CSS px in the document. */
  box: { x: number; y: number; width: number; height: number };
  /** Tags from the root, as `html>body>main:1>form:2`. */
  path: string;
};
