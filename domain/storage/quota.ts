// How many bytes an organisation may keep, and how near it is to that.
import { SIZE_STEP, SIZE_UNITS, sizeWords, WARN_AT } from "../words/storage.ts";

const SIZE = /^(\d+(?:\.\d+)?)\s*(B|KB|MB|GB|TB)$/i;
/** More than any store holds; numbers stay exact. */
const MAX_BYTES = 1e15;

/** The bytes of "50GB" or "1.5 TB"; null: it is no size, or too large. KB, MB, GB and TB are powers of 1,000. */
export function bytesOf(text: string): number | null {
  const [, number, unit = ""] = SIZE.exec(text.trim()) ?? [];
  if (number === undefined) return null;
  const power = (SIZE_UNITS as readonly string[]).indexOf(unit.toUpperCase());
  const bytes = Math.round(Number(number) * SIZE_STEP ** power);
  return bytes > 0 && bytes <= MAX_BYTES ? bytes : null;
}

/** An organisation's own limit; `bytes` null: none. Missing: the one of the installation. */
export type OwnQuota = { bytes: number | null };

/** `limit` null: none. */
export type StorageStanding = { used: number; limit: number | null };

export type StorageLevel = "ok" | "near" | "full";

export function storageLevel({ used, limit }: StorageStanding): StorageLevel {
  if (limit === null) return "ok";
  if (used >= limit) return "full";
  return used >= limit * WARN_AT ? "near" : "ok";
}

const WAY_OUT =
  'Ask the operator of the service for more ("npm run -s admin -- organisations quota"), or keep runs for fewer days (Settings, Project, What is kept).';

/** What a refused call says. */
export const fullSentence = (used: number, limit: number): string =>
  `The organisation stores ${sizeWords(used)} of its ${sizeWords(limit)}, so nothing new starts. ${WAY_OUT}`;

/** What people are told before. */
export const nearSentence = (used: number, limit: number): string =>
  `The organisation stores ${sizeWords(used)} of its ${sizeWords(limit)}; at the limit no new run starts. ${WAY_OUT}`;
