// Finds artifact ids in stored values, and divides all ids into slices.

/** Fields with hashes of the same length that are not artifact ids. A frame's own bytes are no longer stored once it is a baseline. */
const OTHER_HASHES = new Set(["frameSha256", "pixelSha256"]);

/** A SHA-256 hash in hex that is not part of a longer one. */
const ID = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;

/** Calls `found` for each id in a value: in texts, including texts that contain JSON, in lists and in objects. */
export function eachArtifactId(value: unknown, found: (id: string) => void): void {
  if (typeof value === "string") {
    if (value.length >= 64) for (const [id] of value.matchAll(ID)) found(id);
  } else if (Array.isArray(value)) {
    for (const one of value) eachArtifactId(one, found);
  } else if (typeof value === "object" && value !== null && isPlain(value)) {
    for (const [name, one] of Object.entries(value)) if (!OTHER_HASHES.has(name)) eachArtifactId(one, found);
  }
}

const isPlain = (value: object): boolean => !(value instanceof Date) && !ArrayBuffer.isView(value);

/** Number of slices: ids begin with one of 256 pairs of digits, equally distributed. */
export const SLICES = 256;

/** Returns the first two digits of a slice; after the last slice, a text that sorts after every id. */
export const sliceStart = (slice: number): string => (slice >= SLICES ? "g" : slice.toString(16).padStart(2, "0"));

/** The ids from one slice up to another, exclusive. */
export type IdRange = { from: string; to: string };
export const rangeOf = (from: number, to: number): IdRange => ({ from: sliceStart(from), to: sliceStart(to) });
/** Returns the slices of a range, as the store lists them. */
export function shardsOf({ from, to }: IdRange): string[] {
  return Array.from({ length: SLICES }, (_, slice) => sliceStart(slice)).filter((shard) => shard >= from && shard < to);
}
export const isInRange = (id: string, { from, to }: IdRange): boolean => id >= from && id < to;

/**
 * Maximum number of artifacts per pass, all of which are in memory at the same time: about 60 MB with what references and protects them.
 * Each pass reads every document that references artifacts, which takes most of its time.
 */
export const MAX_AT_ONCE = 150_000;

/** Returns how many slices one pass processes so that its share of the artifacts fits into memory. */
export function slicesAtOnce(artifacts: number, maxAtOnce = MAX_AT_ONCE): number {
  const passes = Math.max(1, Math.ceil(artifacts / maxAtOnce));
  return Math.max(1, Math.floor(SLICES / passes));
}
