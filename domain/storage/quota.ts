// Storage quota of an organisation, and how close it is to the limit.
import { SIZE_STEP, SIZE_UNITS, sizeWords, WARN_AT } from "../words/storage.ts";

const SIZE = /^(\d+(?:\.\d+)?)\s*(B|KB|MB|GB|TB)$/i;
/** More than any store holds, but still an exact number. */
const MAX_BYTES = 1e15;

/** Parses "50GB" or "1.5 TB" to bytes; null if the text is not a size or too large. KB, MB, GB and TB are powers of 1,000. */
export function bytesOf(text: string): number | null {
  const [, number, unit = ""] = SIZE.exec(text.trim()) ?? [];
  if (number === undefined) return null;
  const power = (SIZE_UNITS as readonly string[]).indexOf(unit.toUpperCase());
  const bytes = Math.round(Number(number) * SIZE_STEP ** power);
  return bytes > 0 && bytes <= MAX_BYTES ? bytes : null;
}

/** An organisation's own limit; `bytes` is null for no limit. If omitted, the installation's limit applies. */
export type OwnQuota = { bytes: number | null };

/** `limit` is null if there is none. */
export type StorageStanding = { used: number; limit: number | null };

export type StorageLevel = "ok" | "near" | "full";

export function storageLevel({ used, limit }: StorageStanding): StorageLevel {
  if (limit === null) return "ok";
  if (used >= limit) return "full";
  return used >= limit * WARN_AT ? "near" : "ok";
}

const WAY_OUT =
  'Ask the operator of the service for more ("npm run -s admin -- organisations quota"), or keep runs for fewer days (Settings, Project, Retention).';

/** Returns the message of a refused call. */
export const fullSentence = (used: number, limit: number): string =>
  `The organisation stores ${sizeWords(used)} of its ${sizeWords(limit)}, so nothing new starts. ${WAY_OUT}`;

/** Returns the warning shown before the limit is reached. */
export const nearSentence = (used: number, limit: number): string =>
  `The organisation stores ${sizeWords(used)} of its ${sizeWords(limit)}; at the limit no new run starts. ${WAY_OUT}`;
