// Names a change by what it looks like, wherever on whichever page it is.
import type { Region, RowShift } from "../outcome.ts";
import type { MapElement } from "../pageMap.ts";
import type { RowSegment } from "./alignRows.ts";
import { CHANGED } from "./diffPixels.ts";
import { type ElementChange, kindOf } from "./elementChanges.ts";
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
  return hashText([...parts].sort().join("\n"));
}

/**
 * Name of one change: of the element and what is different about it where the page maps say so (the same on every viewport), else of its
 * pixels. Places are in none: a header is where it is.
 */
export function causeOf(
  input: FingerprintInput,
  region: Pick<Region, "box" | "kind">,
  change: ElementChange | null,
): string {
  return hashText(change ? elementPart(change) : regionPart(input, region));
}

/** Name of rows that were put in or taken out. */
export function causeOfBand(input: FingerprintInput, band: RowShift, change: ElementChange | null): string {
  return hashText(change ? elementPart(change) : bandPart(input, band));
}

/** Names of all changes of a pair, the largest region's first, each once. `content`: what the maps show beside the regions. */
export function causesOf(
  input: FingerprintInput,
  regions: readonly Region[],
  content: readonly ElementChange[],
): string[] {
  const ofRegions = regions.map(({ cause }) => cause ?? "");
  const rest = ofRegions.length > 0 ? [] : content.map((change) => hashText(elementPart(change)));
  return [...new Set([...ofRegions, ...rest, ...input.findings.map((finding) => hashText(`rule ${finding}`))])];
}

function elementPart(change: ElementChange): string {
  const { before, after, expected } = change;
  const kind = kindOf(change);
  const moved =
    (kind === "moved" || kind === "resized") && after && expected
      ? [
          after.box.x - expected.x,
          after.box.y - expected.y,
          after.box.width - expected.width,
          after.box.height - expected.height,
        ].map(Math.round)
      : [];
  return JSON.stringify([kind, ...change.differences, shown(before, after), shown(after, before), ...moved]);
}

/** What tells one element from others on any page, and what of it is not as on the other side. */
function shown(element: MapElement | null, other: MapElement | null): unknown[] {
  if (!element) return [];
  const { tag, id, classes, textHash, image, value, broken, styles } = element;
  const changed = Object.keys(styles).filter((name) => other && styles[name] !== other.styles[name]);
  return [tag, id, classes, textHash, image, value ?? "", broken ?? false, changed.map((name) => styles[name])];
}

const hashText = (text: string): string => hashOf([...text].map((character) => character.codePointAt(0)!));

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

/** Two FNV-style 32-bit lanes: enough for names within one run, and the domain may not import node:crypto. */
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
