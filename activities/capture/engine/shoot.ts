// Takes frames until one is reliable. Independent of browsers: frames and time are passed in.
import { createHash } from "node:crypto";
import { FRAME_TIMES_MS, REST_MS } from "../../../browsers/page/limits.ts";
import type { MovedParts } from "../../../domain/visual/compare/movedParts.ts";
import { around, touch } from "../../../domain/visual/compare/picture.ts";
import type { Frame } from "../../../domain/visual/outcome.ts";
import type { Box } from "../../../domain/visual/pageMap.ts";

export type PixelDifference = (a: Uint8Array, b: Uint8Array) => Promise<{ equal: boolean } & MovedParts>;

/** The expected appearance of the shot. */
export type KnownFrame = {
  /** Hash of the known screenshot's bytes; null: there is none. */
  sha256: string | null;
  readPng?: () => Promise<Uint8Array>;
  /** Replaces `readPng`: whether a screenshot has the same pixels as the known one. */
  pixelsEqual?: (png: Uint8Array) => Promise<boolean>;
  difference?: PixelDifference;
  /** Hashes of frames of an earlier attempt: a first frame equal to one of them is stable. */
  extraKnownSha256?: string[];
};

export type Shooting = {
  shoot: () => Promise<Uint8Array>;
  /** Called before each frame except the first. */
  refresh: () => Promise<void>;
  sleep: (ms: number) => Promise<void>;
  now: () => number;
  /** Whether no request is pending that the screenshot should wait for. */
  quiet?: () => boolean;
  /** Returns when a page at rest may still change, in ms from now, the soonest first. Omitted: not checked. */
  nextRuns?: () => Promise<readonly number[]>;
  /** Whether the page has no pending activity that could still change it. */
  idle?: () => Promise<boolean>;
  times?: readonly number[];
};

export type Shot = {
  frame: Frame;
  sha256: string;
  equalsKnown: boolean;
  /** Whether the page came to rest, except for the parts in `restless`. */
  stable: boolean;
  /** Parts that were still changing when the time was up. */
  restless: Box[];
  /** The same, with lines of text as separate boxes. */
  lines: Box[];
  /** Rows that were added while the page was watched, and pushed down the content below. */
  grown: Box[];
  /** Frames in which changes were seen, before the last one. */
  watched: Uint8Array[];
  /** For a page that never came to rest: the box around all changes. */
  movingRegion: Box | null;
  frames: number;
  /** Time in ms spent on comparing pixels that did not overlap with other work. */
  compareMs: number;
};

type Taken = { png: Uint8Array; sha256: string };

/** A page is restless as a whole if more than this fraction keeps changing. */
export const MAX_RESTLESS_SHARE = 0.5;

/**
 * Returns the first frame if it equals the known one, byte by byte or pixel by pixel, or a frame of an earlier attempt. Otherwise the page
 * gets time to rest: frames are taken until none has changed for a second and nothing is being fetched, for at most 5 s; the last one
 * counts.
 * Two equal frames in a row are enough if the page is idle, because nothing is left that could change it.
 * If `nextRuns` is given, frames are also taken when the page may change next: a carousel stands still between its turns.
 * What changed between frames after the first second is `restless`; if that is most of the screenshot, the page is not stable. The
 * browser encodes equal pixels to equal bytes, so frames are compared by hash; only the known screenshot may have been re-encoded and is
 * compared by pixels.
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
  // Two captures that show the same turn of a carousel agree by chance, so a new baseline is watched for longer.
  const watches = known.sha256 === null && shooting.nextRuns !== undefined;
  if (seenBefore && !watches) return answer(first, await pixelsEqualKnown(first.png, known));
  // Runs while waiting for the next frame; if equal, no further frame is needed.
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
    // Until the second frame is due, the comparison may still show that the first one was enough.
    const equalInTime = firstEquals.then((equal) => equal || paused);
    if (frames === 1 && (await Promise.race([equalInTime, paused]))) return answer(first, true);
    await paused;
    await shooting.refresh();
    const next = await take();
    if (next.sha256 === known.sha256) return answer(next, true);
    if (next.sha256 !== last.sha256) {
      changedAt = at;
      // Changes within the first second are the page coming to rest.
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
  const placed = restless.length > 0 && area <= width * height * MAX_RESTLESS_SHARE;
  if (placed) return answer(last, false, { restless, lines, grown, watched });
  return answer(last, false, {
    stable: false,
    movingRegion: restless.length > 0 ? restless.reduce(around) : null,
  });
}

export function taken(png: Uint8Array): Taken {
  return { png, sha256: createHash("sha256").update(png).digest("hex") };
}

/** Returns the frame fields of a shot. */
export function frameOf({ png, sha256 }: Taken): Pick<Shot, "frame" | "sha256"> {
  return { frame: { png, ...pngSize(png) }, sha256 };
}

const NOTHING: Pick<Shot, "restless" | "lines" | "grown"> = { restless: [], lines: [], grown: [] };

/** `changes`: from each frame to the next, which are complete as long as no row is added or removed. */
async function movedIn(
  { watched, last, changes }: { watched: Uint8Array[]; last: Uint8Array; changes: Promise<MovedParts>[] },
  difference: PixelDifference | undefined,
): Promise<typeof NOTHING> {
  const moved = await Promise.all(changes);
  const shifts = moved.some(({ alignment }) => alignment !== undefined);
  return shifts && difference ? partsThatMoved(watched, last, difference) : placesOf(moved);
}

/** Returns where a page moved while these screenshots were taken, in coordinates of `last`. `earlier`: in order. */
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

/** Merges boxes that touch. */
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
      // The merged box may touch boxes that it did not before.
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

/** Reads bytes 16 to 23 of the header chunk at the start of a PNG. */
export function pngSize(png: Uint8Array): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
