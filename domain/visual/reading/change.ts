// What happened to a page, once each: the cause of differing pixels, never what only moved or grew because of it.
import type { Box } from "../pageMap.ts";

/**
 * `added`, `removed`, `moved`, `replaced`: a block, with all in it. `text`, `value`, `image`, `broken_image`, `style`, `font`: of an element
 * that stayed. `resized`: another size or place by nothing that the page map records. `drawing`: what an svg, a canvas, a video or an
 * image of the same address shows. `unknown`: pixels that no recorded element explains.
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

/** One changed style property as CSS names it ("background-color"), what people see first. */
export type StyleChange = { property: string; before: string; after: string };

/** What people call the place: the nearest landmark ("footer", "navigation") and the nearest heading above; "" where there is none. */
export type Surroundings = { landmark: string; heading: string };

export type Change = {
  /** 16 hex digits: what happened. Equal over pages, viewports and browsers. */
  key: string;
  kind: ChangeKind;
  /** Of the root of what changed, as captured; "" where no element is meant. */
  selector: string;
  tag: string;
  role: string;
  /** Accessible name, or the first words; "" where it has none. The page's own text. */
  name: string;
  at: Surroundings;
  /** Equal elements of this page that it happened to: 12 for a label on 12 cards. At least 1. */
  count: number;
  /** First 60 characters each; null for kinds that change no text. Of blocks: the words of what came or went. */
  text: { before: string; after: string } | null;
  /** Paths; "" for none. */
  image: { before: string; after: string } | null;
  styles: StyleChange[];
  /** Pixels of the test picture; null where it is only in the baseline. */
  box: Box | null;
  /** Pixels of the baseline; null where it is only in the test picture. */
  boxBefore: Box | null;
  /** Rows by which what is below moved because of it, down positive; 0 for none. */
  pushed: number;
  /** Pixels that differ by it, its consequences included, and their part of all that do, 0 to 1. */
  changedPixels: number;
  share: number;
  /** So few pixels of a glyph or an icon that they are easily overlooked: shown enlarged. */
  tiny?: boolean;
  /** Hash of all words and pictures of a block, and of each of several elements; missing where the rest tells them. */
  whole?: string;
};
