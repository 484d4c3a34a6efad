// Decodes PNG bytes to RGBA pixels.
import sharp from "sharp";
import type { Picture } from "../../../domain/visual/compare/picture.ts";
import { PictureError } from "./errors.ts";

/** 2,560 × 50,000: the longest page a capture stores, on a wide screen. 512 MB of RGBA, twice in a comparison. */
export const MAX_PIXELS = 128_000_000;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Returns the size from the PNG header, without decoding. Throws if it is not a PNG or has more than `MAX_PIXELS`. */
export function pngSize(png: Uint8Array): { width: number; height: number } {
  if (png.length < 33 || SIGNATURE.some((byte, index) => png[index] !== byte))
    throw new PictureError("bad_picture", "The screenshot is not a PNG file.");
  const header = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const width = header.getUint32(16);
  const height = header.getUint32(20);
  if (width * height > MAX_PIXELS)
    throw new PictureError("bad_picture", `The screenshot is ${width}×${height} px, more than ${MAX_PIXELS} pixels.`);
  return { width, height };
}

/** Whether two PNG files have identical bytes. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && Buffer.compare(a, b) === 0;
}

/** Decodes any PNG to 8-bit RGBA. Nothing else of the decoder is used: no rotation, no scaling. */
export async function decodePng(png: Uint8Array): Promise<Picture> {
  pngSize(png);
  try {
    // toColourspace: a gray PNG would otherwise have one channel.
    const { data, info } = await sharp(png, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .toColourspace("srgb")
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: aligned(data) };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new PictureError("bad_picture", `The screenshot cannot be decoded: ${why}.`, { cause });
  }
}

/** Pixels are read as 32-bit words, which must start on a 4-byte boundary. */
function aligned(data: Uint8Array): Uint8Array {
  return data.byteOffset % 4 === 0 ? data : new Uint8Array(data);
}
