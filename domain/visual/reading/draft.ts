// A change whose elements are known, before its pixels are known.
import type { ChangeKind, StyleChange } from "./change.ts";

/** `old` and `now` are indexes of the elements in the two maps, or -1 if the change has none there. */
export type Draft = {
  kind: ChangeKind;
  old: number;
  now: number;
  styles: StyleChange[];
  /** How much it can displace others: CSS pixels of width and height; 0 for nothing. */
  push: number;
  /** The look of its pixels, if no element names it. */
  look?: string;
  /** Set if nothing recorded is visible in the block, so that it counts as a change only if its pixels have no other cause. */
  silent?: boolean;
};
