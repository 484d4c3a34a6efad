// Takes frames until one can be believed. Knows nothing of browsers: frames and time come in from outside.
import { createHash } from "node:crypto";
import { FRAME_TIMES_MS, REST_MS } from "../../../browsers/page/limits.ts";
import type { MovedParts } from "../../../domain/visual/compare/movedParts.ts";
import { around, touch } from "../../../domain/visual/compare/picture.ts";
import type { Frame } from "../../../domain/visual/outcome.ts";
import type { Box } from "../../../domain/visual/pageMap.ts";

export type PixelDifference = (a: Uint8Array, b: Uint8Array) => Promise<{ equal: boolean } & MovedParts>;

/** What the shot is expected to look like. */
export type KnownFrame = {
  /** Of the known picture's bytes; null: there is none. */
  sha256: string | null;
  readPng?: () => Promise<Uint8Array>;
  /** Instead of `readPng`: whether a picture shows the same pixels as the known one. */
  pixelsEqual?: (png: Uint8Array) => Promise<boolean>;
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
  /** No request is under way that the picture should wait for. */
  quiet?: () => boolean;
  /** ms from now at which a page at rest may change all the same, the soonest first. Missing: nobody asks. */
  nextRuns?: () => Promise<readonly number[]>;
  /** The page has set nothing going that could still change it. */
  idle?: () => Promise<boolean>;
  times?: readonly number[];
};

export type Shot = {
  frame: Frame;
  sha256: string;
  equalsKnown: boolean;
  /** The page came to rest, but for the parts in `restless`. */
  stable: boolean;
  /** Parts that were still changing when the time was up. */
  restless: Box[];
  /** The same, lines of text apart. */
  lines: Box[];
  /** Rows that came while the page was watched, and pushed down what lies below them. */
  grown: Box[];
  /** The frames in which they were seen to change, before the last one. */
  watched: Uint8Array[];
  /** Of a page that never came to rest: around all that changed. */
  movingRegion: Box | null;
  frames: number;
  /** Milliseconds spent on comparing pixels that nothing else overlapped. */
  compareMs: number;
};

type Taken = { png: Uint8Array; sha256: string };

/** A page of which more than this part keeps changing is restless as a whole. */
export const MOSTLY = 0.5;

/**
 * One frame when it equals the known one, byte by byte or pixel by pixel, or a frame of an earlier attempt. Otherwise the page is given
 * time to rest: frames are taken until none has changed for a second and nothing is being fetched, for 5 s at most; the last one counts.
 * Two equal frames in a row are enough where the page is idle: nothing is left that could change it.
 * Where it is asked when the page may change next, it is looked at then too: a carousel stands still from one turn to the next.
 * What changed from frame to frame after the first second is `restless`; when that is most of the picture, the page is not stable. The
 * browser encodes equal pixels to equal bytes, so frames are compared by hash; only the known picture may have been encoded again and is compared
 * by pixels.
 */
export async function shootUntilStable(shooting: Shooting, known: KnownFrame): Promise<Shot> {
  const { times = FRAME_TIMES_MS, quiet = () => true, idle = async () => false } = shooting;
  const began = shooting.now();
  let compareMs = 0;
  let frames = 0;
  const take = async (): Promise<Taken> => {
    frames += 1;
    return taken(await shooting.shoot());
  };
  const answer = (frame: Taken, equalsKnown: boolean, rest: Partial<Shot> = {}): Shot => ({
    ...frameOf(frame),
    equalsKnown,
    stable: true,
    ...NOTHING,
    watched: [],
    movingRegion: null,
    frames,
    compareMs,
    ...rest,
  });

  const first = await take();
  if (first.sha256 === known.sha256) return answer(first, true);
  const seenBefore = known.extraKnownSha256?.includes(first.sha256) === true;
  // Two captures that show the same turn of a carousel agree by chance: what a new baseline is to show is looked at for longer.
  const watches = known.sha256 === null && shooting.nextRuns !== undefined;
  if (seenBefore && !watches) return answer(first, await pixelsEqualKnown(first.png, known));
  // Runs while the next frame is waited for; when it says equal, no further frame is needed.
  const firstEquals = pixelsEqualKnown(first.png, known);
  firstEquals.catch(() => undefined);

  let last = first;
  let changedAt = 0;
  let elapsedAt = 0;
  let still = seenBefore;
  const watched: Uint8Array[] = [];
  const changes: Promise<MovedParts>[] = [];
  const note = (next: Taken): void => {
    watched.push(last.png);
    if (known.difference !== undefined) changes.push(known.difference(last.png, next.png));
  };
  for (const at of seenBefore ? [] : times.slice(1)) {
    const wait = Math.max(0, began + at - shooting.now());
    const paused = shooting.sleep(wait).then(() => false);
    // Until the second frame is due, the comparison may still say that the first one was enough.
    const equalInTime = firstEquals.then((equal) => equal || paused);
    if (frames === 1 && (await Promise.race([equalInTime, paused]))) return answer(first, true);
    await paused;
    await shooting.refresh();
    const next = await take();
    if (next.sha256 === known.sha256) return answer(next, true);
    if (next.sha256 !== last.sha256) {
      changedAt = at;
      // What changes within the first second is the page coming to rest.
      if (at > REST_MS) note(next);
    }
    const alike = next.sha256 === last.sha256;
    last = next;
    elapsedAt = at;
    still = alike && quiet() && (await idle());
    if (still || (at - changedAt >= REST_MS && quiet())) break;
  }
  const comparing = shooting.now();
  let rested = still || elapsedAt - changedAt >= REST_MS;
  const equal = rested && (last.sha256 === first.sha256 ? await firstEquals : await pixelsEqualKnown(last.png, known));
  compareMs = shooting.now() - comparing;
  if (equal) return answer(last, true);
  const runs = (rested && (await shooting.nextRuns?.())) || [];
  const asked = shooting.now();
  for (const at of runs) {
    await shooting.sleep(Math.max(0, asked + at - shooting.now()));
    await shooting.refresh();
    const next = await take();
    if (next.sha256 === known.sha256) return answer(next, true);
    if (next.sha256 !== last.sha256) {
      rested = false;
      note(next);
    }
    last = next;
  }
  if (rested) return answer(last, false);
  const since = shooting.now();
  const { restless, lines, grown } = await movedIn({ watched, last: last.png, changes }, known.difference);
  compareMs += shooting.now() - since;
  const { width, height } = pngSize(last.png);
  const area = restless.reduce((sum, box) => sum + box.width * box.height, 0);
  const placed = restless.length > 0 && area <= width * height * MOSTLY;
  if (placed) return answer(last, false, { restless, lines, grown, watched });
  return answer(last, false, {
    stable: false,
    movingRegion: restless.length > 0 ? restless.reduce(around) : null,
  });
}

export function taken(png: Uint8Array): Taken {
  return { png, sha256: createHash("sha256").update(png).digest("hex") };
}

/** What a shot says of its picture. */
export function frameOf({ png, sha256 }: Taken): Pick<Shot, "frame" | "sha256"> {
  return { frame: { png, ...pngSize(png) }, sha256 };
}

const NOTHING: Pick<Shot, "restless" | "lines" | "grown"> = { restless: [], lines: [], grown: [] };

/** `changes`: from each frame to the next, which say it all as long as no row comes or goes. */
async function movedIn(
  { watched, last, changes }: { watched: Uint8Array[]; last: Uint8Array; changes: Promise<MovedParts>[] },
  difference: PixelDifference | undefined,
): Promise<typeof NOTHING> {
  const moved = await Promise.all(changes);
  const shifts = moved.some(({ alignment }) => alignment !== undefined);
  return shifts && difference ? partsThatMoved(watched, last, difference) : placesOf(moved);
}

/** Where a page moved while these pictures were taken, as places of `last`. `earlier`: in their order. */
export async function partsThatMoved(
  earlier: readonly Uint8Array[],
  last: Uint8Array,
  difference: PixelDifference,
): Promise<Pick<Shot, "restless" | "lines" | "grown">> {
  const moved = await Promise.all(earlier.map((png) => difference(png, last)));
  return placesOf(moved);
}

const placesOf = (moved: readonly MovedParts[]): typeof NOTHING => ({
  restless: joined(moved.flatMap(({ boxes }) => boxes)),
  lines: joined(moved.flatMap(({ boxes, lines = boxes }) => lines)),
  grown: moved.flatMap(({ inserted = [] }) => inserted),
});

/** Boxes that touch become one. */
export function joined(boxes: readonly Box[]): Box[] {
  const result: Box[] = [];
  for (const box of boxes) {
    let whole = box;
    for (let at = 0; at < result.length; ) {
      const other = result[at] as Box;
      if (!touch(whole, other)) {
        at += 1;
        continue;
      }
      result.splice(at, 1);
      whole = around(whole, other);
      // What it did not touch before, it may now.
      at = 0;
    }
    result.push(whole);
  }
  return result.sort((a, b) => a.y - b.y || a.x - b.x);
}

async function pixelsEqualKnown(png: Uint8Array, known: KnownFrame): Promise<boolean> {
  const { sha256, readPng, pixelsEqual, difference } = known;
  if (sha256 === null) return false;
  if (pixelsEqual !== undefined) return pixelsEqual(png);
  if (readPng === undefined || difference === undefined) return false;
  const other = await readPng();
  const a = pngSize(png);
  const b = pngSize(other);
  if (a.width !== b.width || a.height !== b.height) return false;
  return (await difference(other, png)).equal;
}

/** From the header chunk, which a PNG begins with: bytes 16 to 23. */
export function pngSize(png: Uint8Array): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
