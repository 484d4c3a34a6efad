import type { Box } from "../pageMap.ts";

/** Decoded picture: RGBA, 8 bits per channel, rows from the top without padding. `data` starts on a 4-byte boundary. */
export type Picture = { width: number; height: number; data: Uint8Array };

/** Returns one 32-bit word per pixel. Words are only compared for equality, so the machine's byte order does not matter. */
export function wordsOf(picture: Picture): Uint32Array {
  return new Uint32Array(picture.data.buffer, picture.data.byteOffset, picture.width * picture.height);
}

/** Whether two byte ranges of equal length are equal. A native implementation (Buffer.compare) is 5 times faster. */
export type SamePixels = (a: Uint8Array, b: Uint8Array) => boolean;

export function samePixels(a: Uint8Array, b: Uint8Array): boolean {
  const first = new Uint32Array(a.buffer, a.byteOffset, a.length >> 2);
  const second = new Uint32Array(b.buffer, b.byteOffset, b.length >> 2);
  for (let at = 0; at < first.length; at++) if (first[at] !== second[at]) return false;
  return true;
}

/** Number of rows compared at a time before going row by row. */
const ROWS_AT_ONCE = 64;

/** Returns how many rows are equal from the top (or from the bottom), at most `limit`. Both pictures must have the same width. */
export function equalRows(a: Picture, b: Picture, end: "top" | "bottom", limit: number, same: SamePixels): number {
  const stride = a.width * 4;
  const rows = ({ data, height }: Picture, from: number, count: number): Uint8Array => {
    const y = end === "top" ? from : height - from - count;
    return data.subarray(y * stride, (y + count) * stride);
  };
  let equal = 0;
  for (let step = ROWS_AT_ONCE; step >= 1; step = step > 1 ? 1 : 0)
    while (equal + step <= limit && same(rows(a, equal, step), rows(b, equal, step))) equal += step;
  return equal;
}

/** Returns a band of full rows as a picture that shares the bytes. */
export function rowBand(picture: Picture, y: number, height: number): Picture {
  const stride = picture.width * 4;
  return { width: picture.width, height, data: picture.data.subarray(y * stride, (y + height) * stride) };
}

/** Returns a part of a picture. At full width it shares the bytes; the whole is the picture itself. */
export function crop(picture: Picture, { x, y, width, height }: Box): Picture {
  if (width === picture.width) return height === picture.height ? picture : rowBand(picture, y, height);
  const data = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * picture.width + x) * 4;
    data.set(picture.data.subarray(from, from + width * 4), row * width * 4);
  }
  return { width, height, data };
}

/** Stacks pictures of the same width vertically. */
export function stacked(width: number, strips: readonly Picture[]): Picture {
  const height = strips.reduce((sum, strip) => sum + strip.height, 0);
  const data = new Uint8Array(width * height * 4);
  let at = 0;
  for (const strip of strips) {
    data.set(strip.data, at);
    at += strip.data.length;
  }
  return { width, height, data };
}

/** Returns the part that both boxes share, or null if they do not overlap. */
export function intersection(a: Box, b: Box): Box | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** Whether the boxes overlap or touch along a side. */
export const touch = (a: Box, b: Box): boolean =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;

/** Returns the smallest box that contains both. */
export function around(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

export function areaOf(box: Box): number {
  return box.width * box.height;
}

/** Returns the whole pixels that a box touches, at `scale` device pixels per CSS pixel. */
export function toPixels(box: Box, scale: number): Box {
  const x = Math.floor(box.x * scale);
  const y = Math.floor(box.y * scale);
  return {
    x,
    y,
    width: Math.ceil((box.x + box.width) * scale) - x,
    height: Math.ceil((box.y + box.height) * scale) - y,
  };
}

/** Returns the number of pixels of `area` that at least one of the boxes covers. */
export function coveredArea(boxes: readonly Box[], area: Box): number {
  const parts = boxes.map((box) => intersection(box, area)).filter((box) => box !== null);
  const edges = [...new Set(parts.flatMap(({ y, height }) => [y, y + height]))].sort((a, b) => a - b);
  let covered = 0;
  for (let i = 0; i + 1 < edges.length; i++) {
    const top = edges[i]!;
    const slab = parts.filter(({ y, height }) => y <= top && top < y + height).sort((a, b) => a.x - b.x);
    let reached = Number.NEGATIVE_INFINITY;
    for (const { x, width } of slab) {
      covered += Math.max(0, x + width - Math.max(x, reached)) * (edges[i + 1]! - top);
      reached = Math.max(reached, x + width);
    }
  }
  return covered;
}
