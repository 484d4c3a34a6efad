// Names a change by what it looks like, wherever on whichever page it is.
import type { Region, RowShift } from "../outcome.ts";
import type { RowSegment } from "./alignRows.ts";
import { CHANGED } from "./diffPixels.ts";
import { type Picture, wordsOf } from "./picture.ts";
import { rowKeys } from "./rowKeys.ts";

export type FingerprintInput = {
  baseline: Picture;
  test: Picture;
  mask: Uint8Array;
  segments: readonly RowSegment[];
  regions: readonly Pick<Region, "box" | "kind">[];
  bands: readonly RowShift[];
  /** What rules found, such as `layout_changed #cart`. */
  findings: readonly string[];
};

/**
 * 16 hex digits; "" when nothing changed. Made of each region's size and changed pixels with both their colours,
 * relative to the region, of the inserted and removed rows' pixels, and of rule findings. Not of selectors, which name
 * the same header differently on two pages, nor of positions. Equal parts count once, so that a changed price in a list
 * of 12 and in a list of 20 is one change. Rendering differs between viewports and browsers, and so do fingerprints.
 */
export function fingerprintOf(input: FingerprintInput): string {
  const parts = new Set<string>([
    ...input.regions.map((region) => regionPart(input, region)),
    ...input.bands.map((band) => bandPart(input, band)),
    ...input.findings.map((finding) => `rule ${finding}`),
  ]);
  if (parts.size === 0) return "";
  const hash = createHash64();
  for (const part of [...parts].sort()) for (const unit of `${part}\n`) hash.add(unit.codePointAt(0)!);
  return hash.hex();
}

function regionPart(input: FingerprintInput, { box, kind }: Pick<Region, "box" | "kind">): string {
  const a = wordsOf(input.baseline);
  const b = wordsOf(input.test);
  const { width } = input.test;
  const hash = createHash64();
  for (const { baselineY, testY, height } of input.segments) {
    const bottom = Math.min(box.y + box.height, testY + height);
    for (let y = Math.max(box.y, testY); y < bottom; y++)
      for (let x = box.x; x < box.x + box.width; x++) {
        if (input.mask[y * width + x] !== CHANGED) continue;
        hash.add((y - box.y) * 65_536 + (x - box.x));
        hash.add(a[(y - testY + baselineY) * width + x]!);
        hash.add(b[y * width + x]!);
      }
  }
  return `${kind} ${box.width}x${box.height} ${hash.hex()}`;
}

function bandPart(input: FingerprintInput, band: RowShift): string {
  const hash = createHash64();
  const picture = band.kind === "inserted" ? input.test : input.baseline;
  for (const key of rowKeys(picture, band.y, band.y + band.height)) {
    hash.add(key >>> 0);
    hash.add(Math.floor(key / 2 ** 32));
  }
  return `${band.kind} ${band.height} ${hash.hex()}`;
}

/** Two FNV-style 32-bit lanes: enough for names within one run, and the domain may not import node:crypto. */
function createHash64(): { add: (value: number) => void; hex: () => string } {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  return {
    add(value) {
      low = Math.imul(low ^ value, 0x01000193);
      low ^= low >>> 15;
      high = Math.imul(high ^ value, 0x85ebca6b);
      high ^= high >>> 13;
    },
    hex: () => [low, high].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join(""),
  };
}
