// Jobs on single images and on two frames of one capture.
import { createHash } from "node:crypto";
import sharp from "sharp";
import { movedParts } from "../../../domain/visual/compare/movedParts.ts";
import type { Picture } from "../../../domain/visual/compare/picture.ts";
import { decodePng, MAX_PIXELS, sameBytes } from "./decode.ts";
import type { Difference, Reencoded } from "./jobs.ts";

/** Returns the SHA-256 in hex of the size and the RGBA pixels: the same for every encoding of an image. */
export async function pixelHash(png: Uint8Array): Promise<string> {
  return pixelHashOf(await decodePng(png));
}

export function pixelHashOf({ width, height, data }: Picture): string {
  return createHash("sha256").update(`${width}x${height} rgba\n`).update(data).digest("hex");
}

type Encoding = { adaptiveFiltering: boolean; compressionLevel: number };

/**
 * zlib levels. For a whole page of 1440×4573 with photos, originally 1.73 MB: 9 costs 3.0 s of a core and yields 1.25 MB,
 * these two cost 1.0 s and yield 1.36 MB.
 */
const ENCODINGS: readonly [Encoding, Encoding] = [
  { adaptiveFiltering: false, compressionLevel: 6 },
  { adaptiveFiltering: true, compressionLevel: 4 },
];
/** Rows per sampled strip, and number of strips, used to choose the encoding. */
const STRIP_ROWS = 64;
const STRIPS = 4;

/**
 * Returns a smaller PNG with the same pixels: a browser's fast encoding shrinks to two thirds. Flat pages favor the unfiltered encoding
 * and
 * photos the filtered one; sampled strips decide. If the result does not verifiably decode to the same pixels, or is not smaller, returns
 * the original.
 */
export async function reencode(png: Uint8Array): Promise<Reencoded> {
  const before = await decodePng(png);
  const pixelSha256 = pixelHashOf(before);
  const encoding = await suitable(before);
  const smaller = await sharp(png, { limitInputPixels: MAX_PIXELS })
    .png({ ...encoding, palette: false })
    .toBuffer();
  if (smaller.length >= png.length) return { png, pixelSha256 };
  const after = await decodePng(smaller);
  const same = before.width === after.width && before.height === after.height && sameBytes(before.data, after.data);
  return { png: same ? smaller : png, pixelSha256 };
}

/** Returns the encoding that yields fewer bytes for strips sampled across the image. */
async function suitable({ width, height, data }: Picture): Promise<Encoding> {
  const rows = Math.min(STRIP_ROWS, height);
  const last = height - rows;
  const strips = Array.from({ length: STRIPS }, (_, at) => {
    const from = Math.round((last * at) / (STRIPS - 1)) * width * 4;
    return data.subarray(from, from + rows * width * 4);
  });
  const raw = { width, height: rows * STRIPS, channels: 4 } as const;
  const bytes = Buffer.concat(strips);
  const [plain, filtered] = ENCODINGS;
  const sizeOf = async (encoding: Encoding): Promise<number> =>
    (
      await sharp(bytes, { raw })
        .removeAlpha()
        .png({ ...encoding, palette: false })
        .toBuffer()
    ).length;
  return (await sizeOf(filtered)) < (await sizeOf(plain)) ? filtered : plain;
}

const EQUAL: Difference = { equal: true, boxes: [] };

/** Returns whether two frames are equal, and where they differ. */
export async function difference(a: Uint8Array, b: Uint8Array): Promise<Difference> {
  if (sameBytes(a, b)) return EQUAL;
  const [before, after] = await Promise.all([decodePng(a), decodePng(b)]);
  const oneSize = before.width === after.width && before.height === after.height;
  if (oneSize && sameBytes(before.data, after.data)) return EQUAL;
  return { equal: false, ...movedParts(before, after, sameBytes) };
}
