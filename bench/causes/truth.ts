// The known differences of a pair of pages, recorded by the code that makes the change and never derived from a picture.
import type { PageKind } from "./pages.ts";
import type { Node } from "./tree.ts";

/** `glyph`: a few pixels of a glyph, in many places. `noise`: not a change, but something next to one that differs between visits. */
export const CHANGE_KINDS = [
  "in",
  "out",
  "moved",
  "text",
  "style",
  "hidden",
  "image",
  "font",
  "order",
  "shift",
  "glyph",
  "noise",
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export type Change = {
  kind: ChangeKind;
  /** Description for readers of the list of pairs. */
  what: string;
  /** Names of the element, such as its heading or its words. Any of them identifies it. */
  names: string[];
  before?: string;
  after?: string;
  /** CSS properties whose values changed. */
  properties?: string[];
  /** header, main or footer. */
  landmark: string;
  /** Text of the nearest preceding heading. */
  heading: string;
  /** Keys of the changed elements, by path. All other elements did not change, however far they moved. */
  on: Record<string, number[]>;
};

export type PageOfPair = { path: string; before: Node; after: Node; html: { before(): string; after(): string } };

export type Pair = {
  name: string;
  number: number;
  half: "dev" | "final";
  /** "site" if it contains several kinds of pages. */
  page: PageKind | "site";
  /** Topic of the pair, for the table. */
  topic: string;
  viewports: readonly string[];
  pages: PageOfPair[];
  changes: Change[];
};

/** Returns the deliberate changes, without noise. */
export const causesOf = (pair: Pick<Pair, "changes">): Change[] => pair.changes.filter(({ kind }) => kind !== "noise");
