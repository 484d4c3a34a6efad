// Names a change by its appearance, regardless of its page and position.
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
  /** Findings of rules, such as `layout_changed #cart`. */
  findings: readonly string[];
};

/**
 * Returns 16 hex digits, or "" if nothing changed. Built from each region's size and changed pixels with both their colours, relative to
 * the region, from the pixels of inserted and removed rows, and from rule findings. Selectors are not included, because the same header
 * can have different selectors on two pages, nor are positions. Equal parts count once, so that a changed price in a list of 12 and in a
 * list of 20 is one change. Rendering differs between viewports and browsers, and so do fingerprints.
 */
export function fingerprintOf(input: FingerprintInput): string {
  const parts = new Set<string>([
    ...input.regions.map((region) => regionPart(input, region)),
    ...input.bands.map((band) => bandPart(input, band)),
    ...input.findings.map((finding) => `rule ${finding}`),
  ]);
  if (parts.size === 0) return "";
  return hashText([...parts].sort().join("\n"));
}

/** Returns the name of a cluster that no page map explains, built from its pixels. */
export const lookOfRegion = (input: FingerprintInput, region: Pick<Region, "box" | "kind">): string =>
  hashText(regionPart(input, region));

/** Returns the name of inserted or removed rows, built from their pixels. */
export const lookOfBand = (input: FingerprintInput, band: RowShift): string => hashText(bandPart(input, band));

/** Returns 16 hex digits that are the same for the same text on every machine. */
export const hashText = (text: string): string => hashOf([...text].map((character) => character.codePointAt(0)!));

function regionPart(input: FingerprintInput, { box, kind }: Pick<Region, "box" | "kind">): string {
  const a = wordsOf(input.baseline);
  const b = wordsOf(input.test);
  const { width } = input.test;
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (const { baselineY, testY, height } of input.segments) {
    const bottom = Math.min(box.y + box.height, testY + height);
    for (let y = Math.max(box.y, testY); y < bottom; y++) {
      const shift = (baselineY - testY) * width;
      for (let x = box.x, at = y * width + box.x; x < box.x + box.width; x++, at++) {
        if (input.mask[at] !== CHANGED) continue;
        const place = (y - box.y) * 65_536 + (x - box.x);
        low = mix(mix(low, a[at + shift]!, LOW), b[at]!, LOW);
        high = mix(mix(high, place, HIGH), (a[at + shift]! >>> 3) ^ b[at]!, HIGH);
      }
    }
  }
  return `${kind} ${box.width}x${box.height} ${hex(low, high)}`;
}

function bandPart(input: FingerprintInput, band: RowShift): string {
  const picture = band.kind === "inserted" ? input.test : input.baseline;
  const keys = [...rowKeys(picture, band.y, band.y + band.height)];
  return `${band.kind} ${band.height} ${hashOf(keys.flatMap((key) => [key >>> 0, Math.floor(key / 2 ** 32)]))}`;
}

/** Two FNV-style 32-bit lanes: enough for names within one run, and the domain must not import node:crypto. */
const LOW = 0x01000193;
const HIGH = 0x85ebca6b;

function mix(lane: number, value: number, factor: number): number {
  const mixed = Math.imul(lane ^ value, factor);
  return mixed ^ (mixed >>> 15);
}

function hashOf(values: Iterable<number>): string {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (const value of values) {
    low = mix(low, value, LOW);
    high = mix(high, value, HIGH);
  }
  return hex(low, high);
}

function hex(low: number, high: number): string {
  return [low, high].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}
