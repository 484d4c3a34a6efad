// Puts a local folder in front of a remote store, so that what is read often (baselines, maps) comes from disk.
import { utimes } from "node:fs/promises";
import path from "node:path";
import { messageOf } from "../../domain/errors.ts";
import { createFileStore, sweepTemporaryFiles, TEMPORARY_FILE_AGE_MS } from "./files.ts";
import { ArtifactDamagedError, type ArtifactStore, isArtifactLost, type StoredArtifact } from "./store.ts";

/** Share of the limit that remains after a cleanup, so that not every file causes one. */
const KEPT_SHARE = 0.9;
/**
 * A file that was not used for this long is removed: what was deleted from the store by another host is never used again, and must not stay
 * here until the space is needed.
 */
export const UNUSED_DAYS = 7;
const DAY_MS = 86_400_000;
/** A cache that cannot be written is reported this often. */
const REPORT_EVERY_MS = 60_000;

export type CacheOptions = {
  folder: string;
  /** Maximum size of all files together; the least recently used ones are removed first. Several processes may share the folder. */
  maxBytes: number;
  /** Called with a sentence when the folder cannot be used; the store continues without it. */
  report(line: string): void;
};

/** Verifies every read. Nothing is cached before it is stored, and a failing cache only costs time. Cleaned up now and once a day. */
export async function createCachedStore<S extends ArtifactStore>(
  far: S,
  { folder, maxBytes, report }: CacheOptions,
): Promise<S> {
  const near = createFileStore(folder, { sync: false });
  await sweepTemporaryFiles(folder, TEMPORARY_FILE_AGE_MS, Date.now());
  let bytesThere = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const optional = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      if (performance.now() - reportedAt > REPORT_EVERY_MS) {
        reportedAt = performance.now();
        report(`the cache of artifacts cannot be used: ${messageOf(error)}`);
      }
      return null;
    }
  };
  let making: Promise<void> | null = null;
  const makeRoom = async () => {
    const all: StoredArtifact[] = [];
    for await (const one of near.list()) all.push(one);
    bytesThere = all.reduce((sum, { bytes }) => sum + bytes, 0);
    // A file's time is that of its last use: see `touch`.
    for (const { id, bytes } of all.sort((a, b) => a.storedAt.getTime() - b.storedAt.getTime())) {
      if (bytesThere <= maxBytes * KEPT_SHARE) return;
      await near.remove(id);
      bytesThere -= bytes;
    }
  };
  const dropUnused = async () => {
    const before = Date.now() - UNUSED_DAYS * DAY_MS;
    let left = 0;
    for await (const { id, bytes, storedAt } of near.list())
      if (storedAt.getTime() < before) await near.remove(id);
      else left += bytes;
    bytesThere = left;
  };
  await optional(dropUnused);
  setInterval(() => void optional(dropUnused), DAY_MS).unref();
  const keep = (bytes: Uint8Array) =>
    optional(async () => {
      // A file this large would push out everything else.
      if (bytes.length > maxBytes / 2) return;
      await near.put(bytes);
      bytesThere += bytes.length;
      if (bytesThere <= maxBytes) return;
      making ??= makeRoom().finally(() => {
        making = null;
      });
      await making;
    });
  const touch = (id: string) => {
    const now = new Date();
    // A file that another process has just removed cannot be touched.
    return utimes(path.join(folder, id.slice(0, 2), id), now, now).catch(() => undefined);
  };
  const fromNear = async (id: string): Promise<Buffer | null> => {
    try {
      const bytes = await near.get(id);
      await touch(id);
      return bytes;
    } catch (error) {
      if (error instanceof ArtifactDamagedError) await optional(() => near.remove(id));
      else if (!isArtifactLost(error)) await optional(() => Promise.reject(error));
      return null;
    }
  };
  return {
    ...far,
    async put(bytes) {
      const id = await far.put(bytes);
      await keep(bytes);
      return id;
    },
    async get(id) {
      const known = await fromNear(id);
      if (known) return known;
      const bytes = await far.get(id);
      await keep(bytes);
      return bytes;
    },
    async remove(id) {
      await far.remove(id);
      await optional(() => near.remove(id));
    },
  };
}
