// Jobs on single pictures and on two frames of one capture.
import { createHash } from "node:crypto";
import sharp from "sharp";
import { movedParts } from "../../../domain/visual/compare/movedParts.ts";
import type { Picture } from "../../../domain/visual/compare/picture.ts";
import { decodePng, MAX_PIXELS, sameBytes } from "./decode.ts";
import type { Difference } from "./jobs.ts";

/** SHA-256 in hex of the size and the RGBA pixels: the same for every encoding of a picture. */
export async function pixelHash(png: Uint8Array): Promise<string> {
  return pixelHashOf(await decodePng(png));
}

export function pixelHashOf({ width, height, data }: Picture): string {
  return createHash("sha256").update(`${width}x${height} rgba\n`).update(data).digest("hex");
}

/**
 * zlib levels. A whole page of 1440×4573 with photos, of 1.73 MB as it came: 9 costs 3.0 s of a core and leaves 1.25 MB,
 * these two cost 1.0 s and leave 1.36 MB.
 */
const ENCODINGS = [
  { adaptiveFiltering: false, compressionLevel: 6 },
  { adaptiveFiltering: true, compressionLevel: 4 },
];

/**
 * A smaller PNG with the same pixels: a browser's quick captures shrink to two thirds. The unfiltered and the filtered
 * encoding are both tried, since flat pages favour the one and photos the other. What cannot be shown to decode to the
 * same pixels, or is not smaller, is answered with the picture as it came.
 */
export async function reencode(png: Uint8Array): Promise<Uint8Array> {
  const before = await decodePng(png);
  let best = png;
  for (const encoding of ENCODINGS) {
    const smaller = await sharp(png, { limitInputPixels: MAX_PIXELS })
      .png({ ...encoding, palette: false })
      .toBuffer();
    if (smaller.length < best.length) best = smaller;
  }
  if (best === png) return png;
  const after = await decodePng(best);
  const same = before.width === after.width && before.height === after.height && sameBytes(before.data, after.data);
  return same ? best : png;
}

const EQUAL: Difference = { equal: true, boxes: [] };

/** Whether two frames show the same, and where they do not. */
export async function difference(a: Uint8Array, b: Uint8Array): Promise<Difference> {
  if (sameBytes(a, b)) return EQUAL;
  const [before, after] = await Promise.all([decodePng(a), decodePng(b)]);
  const oneSize = before.width === after.width && before.height === after.height;
  if (oneSize && sameBytes(before.data, after.data)) return EQUAL;
  return { equal: false, ...movedParts(before, after, sameBytes) };
}
