// Finds the ids of artifacts in stored values, and divides all ids into slices.

/** Hashes of the same length that name no artifact. A frame's own bytes are not kept once it is a baseline. */
const OTHER_HASHES = new Set(["frameSha256", "pixelSha256"]);

/** A SHA-256 in hex that is no part of a longer one. */
const ID = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;

/** Calls `found` with each id in a value: in texts, also in those that hold JSON, in lists and in objects. */
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

/** Ids begin with one of so many pairs of digits, in equal shares. */
export const SLICES = 256;

/** The first two digits of a slice; past the last one, what sorts behind every id. */
export const sliceStart = (slice: number): string => (slice >= SLICES ? "g" : slice.toString(16).padStart(2, "0"));

/** The ids from one slice up to another, which is not among them. */
export type IdRange = { from: string; to: string };
export const rangeOf = (from: number, to: number): IdRange => ({ from: sliceStart(from), to: sliceStart(to) });
/** The slices of a range, as the store lists them. */
export function shardsOf({ from, to }: IdRange): string[] {
  return Array.from({ length: SLICES }, (_, slice) => sliceStart(slice)).filter((shard) => shard >= from && shard < to);
}
export const isInRange = (id: string, { from, to }: IdRange): boolean => id >= from && id < to;

/**
 * Artifacts of one pass: so many are in memory at once, with what names and holds them about 60 MB. Every pass reads all that names
 * artifacts, which is most of its time.
 */
export const MAX_AT_ONCE = 150_000;

/** How many slices one pass takes, so that its part of all artifacts fits into memory. */
export function slicesAtOnce(artifacts: number, maxAtOnce = MAX_AT_ONCE): number {
  const passes = Math.max(1, Math.ceil(artifacts / maxAtOnce));
  return Math.max(1, Math.floor(SLICES / passes));
}
