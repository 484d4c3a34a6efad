// Gathered data of a page as stored: compressed JSON. Written in parts and read in threads, because it may be several megabytes.
import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";
import type { Masker } from "../../domain/functional/values.ts";
import { inTurns } from "../../platform/inTurns.ts";

/** Maximum bytes of plain JSON; the gatherer of a page cuts what exceeds it. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Lists and objects up to this depth are written entry by entry. */
const PARTED = 4;

/** `mask`: applied to every text. Null: it is too large to store. */
export async function packGathered(data: unknown, mask: Masker): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  await inTurns(partsOf(data, PARTED, mask), (part) => {
    size += Buffer.byteLength(part);
    if (size <= MAX_BYTES) parts.push(Buffer.from(part));
  });
  return size > MAX_BYTES ? null : promisify(gzip)(Buffer.concat(parts), { level: 4 });
}

/** For worker threads, because the largest takes 300 ms. */
export function unpackGathered(bytes: Buffer): unknown {
  return JSON.parse(gunzipSync(bytes, { maxOutputLength: MAX_BYTES }).toString("utf8"));
}

/** Yields parts that together equal the output of JSON.stringify. */
function* partsOf(value: unknown, depth: number, mask: Masker): Generator<string> {
  if (depth === 0 || typeof value !== "object" || value === null || "toJSON" in value) {
    yield JSON.stringify(value, (_name, inner) => (typeof inner === "string" ? mask(inner) : inner)) ?? "null";
    return;
  }
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((item) => ["", item] as const)
    : Object.entries(value).filter(([, inner]) => inner !== undefined);
  let before = isList ? "[" : "{";
  for (const [name, inner] of entries) {
    yield isList ? before : `${before}${JSON.stringify(name)}:`;
    yield* partsOf(inner, depth - 1, mask);
    before = ",";
  }
  yield (entries.length === 0 ? before : "") + (isList ? "]" : "}");
}
