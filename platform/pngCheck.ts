// Checks whether uploaded bytes are a complete PNG: every chunk, and pixels to the last row. Nothing is decoded into memory.
import { crc32, createInflate } from "node:zlib";

/** Maximum width, height and number of pixels of an accepted picture: a page of 1,440 × 50,000. */
export const PNG_BOUNDS = { width: 16_384, height: 50_000, pixels: 72_000_000 } as const;

export type PngFacts = { width: number; height: number };

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples per pixel by color type. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const MAX_CHUNKS = 100_000;

type Header = PngFacts & { rowBytes: number };

/** Returns the size of the picture, or a sentence that describes what is wrong with it. */
export async function checkPng(bytes: Buffer): Promise<PngFacts | string> {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) return "The screenshot is not a PNG.";
  let header: Header | null = null;
  const data: Buffer[] = [];
  let at = 8;
  for (let count = 0; count < MAX_CHUNKS; count += 1) {
    if (at + 12 > bytes.length) return "The PNG ends too early.";
    const length = bytes.readUInt32BE(at);
    if (length > bytes.length - at - 12) return "The PNG ends too early.";
    const type = bytes.toString("latin1", at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(at + 8 + length))
      return `The PNG is damaged: the checksum of its chunk ${/^[A-Za-z]{4}$/.test(type) ? type : count + 1} is wrong.`;
    at += 12 + length;
    if (header === null) {
      const read = type === "IHDR" ? headerOf(body) : "The PNG does not begin with its header.";
      if (typeof read === "string") return read;
      header = read;
    } else if (type === "IDAT") data.push(body);
    else if (type === "acTL") return "The PNG is animated: send a still image.";
    else if (type === "IEND") {
      if (at !== bytes.length) return "The PNG has bytes after its end.";
      const expected = header.height * (header.rowBytes + 1);
      const problem = await pixelsProblem(Buffer.concat(data), expected);
      return problem ?? { width: header.width, height: header.height };
    }
  }
  return "The PNG has too many chunks.";
}

function headerOf(body: Buffer): Header | string {
  if (body.length !== 13) return "The PNG's header is invalid.";
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
  const [depth = 0, colour = 0, compression, filter, interlace] = body.subarray(8);
  const samples = SAMPLES[colour];
  if (samples === undefined || !DEPTHS[colour]?.includes(depth) || compression !== 0 || filter !== 0)
    return "The PNG's header is invalid.";
  if (interlace !== 0) return "The PNG is interlaced: save it without interlacing.";
  if (width === 0 || height === 0) return "The screenshot has no pixels.";
  if (width > PNG_BOUNDS.width || height > PNG_BOUNDS.height || width * height > PNG_BOUNDS.pixels)
    return `The screenshot has ${width}×${height} pixels; at most ${PNG_BOUNDS.width.toLocaleString("en-US")} wide, ${PNG_BOUNDS.height.toLocaleString("en-US")} high and ${PNG_BOUNDS.pixels.toLocaleString("en-US")} in all.`;
  return { width, height, rowBytes: Math.ceil((width * samples * depth) / 8) };
}

/** Counts the unpacked bytes without keeping them, and stops at the first excess byte. */
function pixelsProblem(data: Buffer, expected: number): Promise<string | null> {
  return new Promise((resolve) => {
    const inflate = createInflate({ chunkSize: 256 * 1024 });
    let seen = 0;
    const end = (problem: string | null) => {
      inflate.destroy();
      resolve(problem);
    };
    inflate.on("data", (chunk: Buffer) => {
      seen += chunk.length;
      if (seen > expected) end("The PNG holds more pixels than its header declares.");
    });
    inflate.on("error", () => end("The PNG is damaged: its pixels cannot be unpacked."));
    inflate.on("end", () => end(seen === expected ? null : "The PNG holds fewer pixels than its header declares."));
    inflate.end(data);
  });
}
