// A change of a page, listed once: the cause of differing pixels, never what merely moved or grew because of it.
import type { Box } from "../pageMap.ts";

/**
 * `added`, `removed`, `moved`, `replaced`: a block with everything in it. `text`, `value`, `image`, `broken_image`, `style`, `font`: an
 * element that stayed. `resized`: a new size or place without a recorded cause. `drawing`: different content of an svg, a canvas, a video
 * or an image with the same address. `unknown`: pixels that no recorded element explains.
 */
export const CHANGE_KINDS = [
  "added",
  "removed",
  "moved",
  "replaced",
  "text",
  "value",
  "image",
  "broken_image",
  "style",
  "font",
  "resized",
  "drawing",
  "unknown",
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One changed style property with its CSS name ("background-color"). The most visible property comes first. */
export type StyleChange = { property: string; before: string; after: string };

/** How people describe the place: the nearest landmark ("footer", "navigation") and the nearest heading above; "" if there is none. */
export type Surroundings = { landmark: string; heading: string };

export type Change = {
  /** 16 hex digits that identify what happened, equal across pages, viewports and browsers. */
  key: string;
  kind: ChangeKind;
  /** Selector of the changed root element, as captured; "" if the change concerns no element. */
  selector: string;
  tag: string;
  role: string;
  /** Accessible name, or the first words, or "". This is the page's own text. */
  name: string;
  at: Surroundings;
  /** Number of equal elements of this page that changed: 12 for a label on 12 cards. At least 1. */
  count: number;
  /** First 60 characters each; null for kinds that change no text. For blocks: the text that was added or removed. */
  text: { before: string; after: string } | null;
  /** Paths; "" if there is no image. */
  image: { before: string; after: string } | null;
  styles: StyleChange[];
  /** Pixels of the test screenshot; null if it is only in the baseline. */
  box: Box | null;
  /** Pixels of the baseline; null if it is only in the test screenshot. */
  boxBefore: Box | null;
  /** Rows by which the content below moved because of it, positive for down; 0 if it did not move. */
  pushed: number;
  /** Number of pixels that differ because of it, including its consequences, and their share of all differing pixels, 0 to 1. */
  changedPixels: number;
  share: number;
  /** Whether only so few pixels of a glyph or an icon differ that they are easily overlooked; shown enlarged. */
  tiny?: boolean;
  /** Hash of all texts and images of a block, or of each of several elements; missing if the other fields are sufficient. */
  whole?: string;
};

/** Whether it moved the content below it. A single row is rounding by the browser. */
export const pushesContent = ({ pushed = 0 }: { pushed?: number }): boolean => Math.abs(pushed) > 1;
