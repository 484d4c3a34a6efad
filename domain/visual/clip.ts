// How large a picture may be: beyond it the browser and the decoder would need gigabytes.
import type { Reason } from "./outcome.ts";

/** Pixels of the device. A browser needs some 18 bytes for each, 1.4 GB; 1440 × 50,000 are 72 million. */
export const MAX_PIXELS = 80_000_000;
export const MAX_PIXELS_WIDE = 16_000;
/** Where a picture may begin: browsers lay pages out to about 33 million px, and draw nothing well out there. */
const FARTHEST = 1_000_000;

type Box = { x: number; y: number; width: number; height: number };

/**
 * The part of the box that is shot: its top left. All but `scale` (pixels of the device to a CSS pixel) in CSS pixels, which
 * are whole in the answer. `maxHeight` bounds the height besides; a page that is cut in width may be lower for its area.
 */
export function boundedClip<B extends Box>(box: B, scale: number, maxHeight: number): Box {
  const width = Math.min(box.width, Math.floor(MAX_PIXELS_WIDE / scale));
  const byArea = Math.floor(MAX_PIXELS / (width * scale * scale));
  const height = Math.min(box.height, Math.floor(maxHeight), Math.max(1, byArea));
  return { x: Math.min(box.x, FARTHEST), y: Math.min(box.y, FARTHEST), width, height };
}

/** The remark of a picture that does not show the whole; undefined where it does. */
export function explainCut(whole: Box, shown: Box): Reason | undefined {
  if (shown.width < whole.width)
    return {
      code: "cut",
      message: `The page is ${whole.width} px wide and ${whole.height} px high; the picture shows the first ${shown.width} × ${shown.height} px.`,
      data: { width: whole.width, shownWidth: shown.width, height: whole.height, shown: shown.height },
    };
  if (shown.height < whole.height)
    return {
      code: "cut",
      message: `The page is ${whole.height} px high; the picture shows the first ${shown.height} px.`,
      data: { height: whole.height, shown: shown.height },
    };
  return undefined;
}
