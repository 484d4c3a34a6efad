// Takes frames until one can be believed. Knows nothing of browsers: frames and time come in from outside.
import { createHash } from "node:crypto";
import { FRAME_TIMES_MS } from "../../../browsers/page/limits.ts";
import type { Frame } from "../../../domain/visual/outcome.ts";
import type { Box } from "../../../domain/visual/pageMap.ts";

export type PixelDifference = (a: Uint8Array, b: Uint8Array) => Promise<{ equal: boolean; box: Box | null }>;

/** What the shot is expected to look like. */
export type KnownFrame = {
  /** Of the known picture's bytes; null: there is none. */
  sha256: string | null;
  readPng?: () => Promise<Uint8Array>;
  samePixels?: (a: Uint8Array, b: Uint8Array) => Promise<boolean>;
  difference?: PixelDifference;
  /** Of frames of an earlier attempt: one that is equal to the first frame shows that it is stable. */
  extraKnownSha256?: string[];
};

export type Shooting = {
  shoot: () => Promise<Uint8Array>;
  /** Before each frame but the first. */
  refresh: () => Promise<void>;
  sleep: (ms: number) => Promise<void>;
  now: () => number;
  times?: readonly number[];
};

export type Shot = {
  frame: Frame;
  sha256: string;
  equalsKnown: boolean;
  stable: boolean;
  movingRegion: Box | null;
  frames: number;
  /** Milliseconds spent on comparing pixels that nothing else overlapped. */
  compareMs: number;
};

type Taken = { png: Uint8Array; sha256: string };

/**
 * One frame when it equals the known one, byte by byte or pixel by pixel, or a frame of an earlier attempt. Otherwise
 * further ones at 0, 100, 250, 500 and 1000 ms until two in a row are equal; when none are, the last one counts and
 * `movingRegion` says where they differ. The browser encodes equal pixels to equal bytes, so frames are compared by
 * hash; only the known picture may have been encoded anew and is compared by pixels.
 */
export async function shootUntilStable(shooting: Shooting, known: KnownFrame): Promise<Shot> {
  const { times = FRAME_TIMES_MS } = shooting;
  const began = shooting.now();
  const taken: Taken[] = [];
  let compareMs = 0;

  const answer = (equalsKnown: boolean, stable: boolean, movingRegion: Box | null = null): Shot => {
    const { png, sha256 } = taken.at(-1) as Taken;
    return {
      frame: { png, ...pngSize(png) },
      sha256,
      equalsKnown,
      stable,
      movingRegion,
      frames: taken.length,
      compareMs,
    };
  };

  const first = await take(shooting, taken);
  if (first.sha256 === known.sha256) return answer(true, true);
  if (known.extraKnownSha256?.includes(first.sha256)) {
    const equal = await pixelsEqualKnown(first.png, known);
    return answer(equal, true);
  }
  // Runs while the next frame is waited for; when it says equal, no further frame is needed.
  const firstEquals = pixelsEqualKnown(first.png, known);
  firstEquals.catch(() => undefined);

  for (const at of times.slice(1)) {
    const wait = Math.max(0, began + at - shooting.now());
    const paused = shooting.sleep(wait).then(() => false);
    // Until the second frame is due, the comparison may still say that the first one was enough.
    const equalInTime = firstEquals.then((equal) => equal || paused);
    if (taken.length === 1 && (await Promise.race([equalInTime, paused]))) return answer(true, true);
    await paused;
    await shooting.refresh();
    const previous = taken.at(-1) as Taken;
    const next = await take(shooting, taken);
    if (next.sha256 === known.sha256) return answer(true, true);
    if (next.sha256 !== previous.sha256) continue;
    const since = shooting.now();
    const equal = next.sha256 === first.sha256 ? await firstEquals : await pixelsEqualKnown(next.png, known);
    compareMs = shooting.now() - since;
    return answer(equal, true);
  }
  const since = shooting.now();
  const moving = await movingRegion(taken, known.difference);
  compareMs = shooting.now() - since;
  return answer(false, false, moving);
}

async function take(shooting: Shooting, taken: Taken[]): Promise<Taken> {
  const png = await shooting.shoot();
  const one = { png, sha256: createHash("sha256").update(png).digest("hex") };
  taken.push(one);
  return one;
}

async function pixelsEqualKnown(png: Uint8Array, known: KnownFrame): Promise<boolean> {
  const { sha256, readPng, samePixels, difference } = known;
  if (sha256 === null || readPng === undefined || (samePixels === undefined && difference === undefined)) return false;
  const other = await readPng();
  const a = pngSize(png);
  const b = pngSize(other);
  if (a.width !== b.width || a.height !== b.height) return false;
  if (samePixels !== undefined) return samePixels(other, png);
  return difference === undefined ? false : (await difference(other, png)).equal;
}

/** The frame around all that changed from frame to frame, without the first pair when others differ too: a page that still came to rest then. */
async function movingRegion(taken: readonly Taken[], difference: PixelDifference | undefined): Promise<Box | null> {
  if (difference === undefined) return null;
  let region: Box | null = null;
  for (let index = taken.length > 2 ? 2 : 1; index < taken.length; index += 1) {
    const { box } = await difference((taken[index - 1] as Taken).png, (taken[index] as Taken).png);
    region = around(region, box);
  }
  return region;
}

function around(a: Box | null, b: Box | null): Box | null {
  if (a === null || b === null) return a ?? b;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** From the header chunk, which a PNG begins with: bytes 16 to 23. */
export function pngSize(png: Uint8Array): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
