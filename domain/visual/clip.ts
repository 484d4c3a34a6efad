// Limits the size of a screenshot: above it, the browser and the decoder would need gigabytes of memory.
import type { Reason } from "./outcome.ts";
import type { Box } from "./pageMap.ts";

/** Maximum number of device pixels. A browser needs about 18 bytes per pixel, so this is 1.4 GB; 1440 × 50,000 px is 72 million. */
export const MAX_PIXELS = 80_000_000;
export const MAX_PIXELS_WIDE = 16_000;
/** Maximum x and y of a screenshot's origin: browsers lay pages out to about 33 million px, but do not draw reliably that far out. */
const FARTHEST = 1_000_000;

/**
 * Returns the part of the box that is captured, starting at its top left. Everything is in CSS pixels except `scale` (device pixels per
 * CSS pixel); the result has whole numbers. `maxHeight` is an additional limit on the height. A page that is cut in width may have a
 * greater height within the same area.
 */
export function boundedClip<B extends Box>(box: B, scale: number, maxHeight: number): Box {
  const width = Math.min(box.width, Math.floor(MAX_PIXELS_WIDE / scale));
  const byArea = Math.floor(MAX_PIXELS / (width * scale * scale));
  const height = Math.min(box.height, Math.floor(maxHeight), Math.max(1, byArea));
  return { x: Math.min(box.x, FARTHEST), y: Math.min(box.y, FARTHEST), width, height };
}

/**
 * Returns the note for a screenshot that does not show the whole page, or undefined if it does. `inner`: the heights of the content that
 * scrolls inside an element, if the page has its content there, and of what is visible of it.
 */
export function explainCut(
  whole: Box,
  shown: Box,
  inner: { height: number; shown: number } | null = null,
): Reason | undefined {
  if (shown.width < whole.width)
    return {
      code: "cut",
      message: `The page is ${whole.width} px wide and ${whole.height} px high; the screenshot shows the first ${shown.width} × ${shown.height} px.`,
      data: { width: whole.width, shownWidth: shown.width, height: whole.height, shown: shown.height },
    };
  if (shown.height < whole.height)
    return {
      code: "cut",
      message: `The page is ${whole.height} px high; the screenshot shows the first ${shown.height} px.`,
      data: { height: whole.height, shown: shown.height },
    };
  if (inner !== null)
    return {
      code: "cut",
      message: `The page scrolls inside an element whose content is ${inner.height} px high; the screenshot shows ${inner.shown} px of it. A higher viewport shows more.`,
      data: { ...inner },
    };
  return undefined;
}
