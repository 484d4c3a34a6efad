// A change while it is being read: which elements, before it is known which pixels are its own.
import type { ChangeKind, StyleChange } from "./change.ts";

/** `old` and `now` are indexes of the two maps' elements; -1 where the change has none there. */
export type Draft = {
  kind: ChangeKind;
  old: number;
  now: number;
  styles: StyleChange[];
  /** How much it changes the place of others: CSS pixels of width and height; 0 for nothing. */
  push: number;
  /** What its pixels look like, where no element names it. */
  look?: string;
  /** Nothing is recorded that the block would show: it is a change only where pixels have no other reason. */
  silent?: boolean;
};
