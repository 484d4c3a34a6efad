// Encodes PNG with a palette of up to 16 colors, 4 bits per pixel: an eighth of the bytes of RGBA to compress.
import { crc32, deflateSync } from "node:zlib";

/** `rows` are PNG scanlines: for each row a filter byte (0) and ceil(width / 2) bytes, the left pixel in the high half. */
export function indexedPng(
  width: number,
  height: number,
  palette: readonly (readonly [number, number, number])[],
  rows: Uint8Array,
): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 4; // bits
  header[9] = 3; // palette
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flat())),
    // Level 1: level 6 takes 4 times as long for a file a third smaller.
    chunk("IDAT", deflateSync(rows, { level: 1, chunkSize: 1 << 20 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Returns the number of bytes of one row in `rows`. */
export function indexedStride(width: number): number {
  return 1 + Math.ceil(width / 2);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, "latin1");
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(data, crc32(head.subarray(4))), 0);
  return Buffer.concat([head, data, check]);
}
