// Copies the artifacts that are missing in the target store or have another size there, several at a time. Repeating it copies only the
// rest.
import { ArtifactDamagedError, type ArtifactStore, isArtifactLost } from "./store.ts";

/**
 * `found`: artifacts of the source; `there`: those that the target already had, in the same size; `copied` and `bytes`: what was written;
 * `gone`: removed from the source in the meantime; `damaged`: ids whose bytes do not match, which are skipped.
 */
export type CopyCounts = {
  found: number;
  there: number;
  copied: number;
  bytes: number;
  gone: number;
  damaged: string[];
};

/** Waiting for a server costs nothing, and this many artifacts of some MB fit into memory. */
const AT_ONCE = 8;

/** The first two digits of ids: only the target's list for one shard is held in memory while that is copied. */
const SHARDS = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));

/** `progress` is called after each shard with its number, from 1 to 256. */
export async function copyArtifacts(
  from: ArtifactStore,
  to: ArtifactStore,
  progress: (shards: number, counts: CopyCounts) => void = () => undefined,
): Promise<CopyCounts> {
  const counts: CopyCounts = { found: 0, there: 0, copied: 0, bytes: 0, gone: 0, damaged: [] };
  for (const [i, shard] of SHARDS.entries()) {
    await copyShard(from, to, shard, counts);
    progress(i + 1, counts);
  }
  return counts;
}

async function copyShard(from: ArtifactStore, to: ArtifactStore, shard: string, counts: CopyCounts): Promise<void> {
  const there = new Map<string, number>();
  for await (const { id, bytes } of to.list(shard)) there.set(id, bytes);
  // All workers take from one iterator.
  const missing = missingOf(from, shard, there, counts);
  const worker = async () => {
    for await (const id of missing) await copyOne(from, to, id, counts);
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}

async function* missingOf(from: ArtifactStore, shard: string, there: ReadonlyMap<string, number>, counts: CopyCounts) {
  for await (const { id, bytes } of from.list(shard)) {
    counts.found += 1;
    if (there.get(id) === bytes) counts.there += 1;
    else yield id;
  }
}

/** Both stores verify: one what it reads, the other what it receives. */
async function copyOne(from: ArtifactStore, to: ArtifactStore, id: string, counts: CopyCounts): Promise<void> {
  let bytes: Buffer;
  try {
    bytes = await from.get(id);
  } catch (error) {
    if (!isArtifactLost(error)) throw error;
    if (error instanceof ArtifactDamagedError) counts.damaged.push(id);
    else counts.gone += 1;
    return;
  }
  await to.put(bytes);
  counts.copied += 1;
  counts.bytes += bytes.length;
}
