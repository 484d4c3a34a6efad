// What a region looks like it is when no page map says.
import type { RegionKind } from "../outcome.ts";
import type { Box } from "../pageMap.ts";
import { type Picture, wordsOf } from "./picture.ts";

/** Colours on one side at most, for a recolouring: a flat button has 2, its anti-aliased text some dozens more. */
const MAX_COLOURS = 256;

/**
 * One flat colour became a picture: added. The reverse: removed. Each colour became one other colour: recoloured.
 * `offset` is the row of the baseline minus the row of the test picture.
 */
export function pixelKind(baseline: Picture, test: Picture, box: Box, offset: number): RegionKind {
  const a = wordsOf(baseline);
  const b = wordsOf(test);
  const becomes = new Map<number, number>();
  const before = new Set<number>();
  const after = new Set<number>();
  let consistent = true;
  for (let y = box.y; y < box.y + box.height; y++) {
    if (y + offset < 0 || y + offset >= baseline.height || y >= test.height) return "other";
    for (let x = box.x; x < box.x + box.width; x++) {
      const from = a[(y + offset) * baseline.width + x]!;
      const to = b[y * test.width + x]!;
      if (before.size <= MAX_COLOURS) before.add(from);
      if (after.size <= MAX_COLOURS) after.add(to);
      if (consistent && before.size <= MAX_COLOURS) {
        const known = becomes.get(from);
        if (known === undefined) becomes.set(from, to);
        else consistent = known === to;
      }
    }
    if (!consistent && before.size > 1 && after.size > 1) return "other";
  }
  if (before.size === 1 && after.size === 1) return "recoloured";
  if (before.size === 1) return "added";
  if (after.size === 1) return "removed";
  return consistent && before.size <= MAX_COLOURS ? "recoloured" : "other";
}
