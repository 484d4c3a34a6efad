// What a pair of pages is known to differ in. Whoever makes a change writes it down; nothing is read back from a picture.
import type { PageKind } from "./pages.ts";
import type { Node } from "./tree.ts";

/** `glyph`: a few pixels of a sign, in many places. `noise`: no change, but what differs from visit to visit beside one. */
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
  /** For whoever reads the list of the pairs. */
  what: string;
  /** Of the element: its heading, its words. Any of them names it. */
  names: string[];
  before?: string;
  after?: string;
  /** CSS properties that have another value. */
  properties?: string[];
  /** header, main or footer. */
  landmark: string;
  /** The nearest heading that stands above it. */
  heading: string;
  /** Keys of its elements, by path. All other elements did not change, however far they moved. */
  on: Record<string, number[]>;
};

export type PageOfPair = { path: string; before: Node; after: Node; html: { before(): string; after(): string } };

export type Pair = {
  name: string;
  number: number;
  half: "dev" | "final";
  /** "site" where pages of several kinds are in it. */
  page: PageKind | "site";
  /** What the pair is about, for the table. */
  topic: string;
  viewports: readonly string[];
  pages: PageOfPair[];
  changes: Change[];
};

/** Those that somebody made: what only moves by itself is none. */
export const causesOf = (pair: Pick<Pair, "changes">): Change[] => pair.changes.filter(({ kind }) => kind !== "noise");
