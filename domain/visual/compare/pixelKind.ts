// Classifies a region by its pixels if no page map explains it.
import type { RegionKind } from "../outcome.ts";
import type { Box } from "../pageMap.ts";
import { type Picture, wordsOf } from "./picture.ts";

/** Maximum number of colours on one side for a recolouring: a flat button has 2, its anti-aliased text some dozens more. */
const MAX_COLOURS = 256;
/** Maximum number of pixels sampled, evenly spread: a region may be the whole page, and a sample of this size is representative. */
const MAX_SAMPLES = 20_000;

/**
 * Returns `added` if one flat colour became a picture, `removed` for the reverse, and `recoloured` if each colour became one other colour.
 * `offset` is the row of the baseline minus the row of the test screenshot.
 */
export function pixelKind(baseline: Picture, test: Picture, box: Box, offset: number): RegionKind {
  if (box.y + offset < 0 || box.y + box.height + offset > baseline.height) return "other";
  const a = wordsOf(baseline);
  const b = wordsOf(test);
  const becomes = new Map<number, number>();
  const after = new Set<number>();
  let consistent = true;
  const area = box.width * box.height;
  const step = Math.max(1, Math.floor(area / MAX_SAMPLES));
  for (let i = 0; i < area; i += step) {
    const y = box.y + Math.floor(i / box.width);
    const x = box.x + (i % box.width);
    const from = a[(y + offset) * baseline.width + x]!;
    const to = b[y * test.width + x]!;
    const known = becomes.get(from);
    if (known === undefined) becomes.set(from, to);
    else if (known !== to) consistent = false;
    after.add(to);
    const mixed = !consistent || becomes.size > MAX_COLOURS;
    if (mixed && becomes.size > 1 && after.size > 1) return "other";
  }
  if (becomes.size === 1 && after.size === 1) return "recoloured";
  if (becomes.size === 1) return "added";
  if (after.size === 1) return "removed";
  return "recoloured";
}
