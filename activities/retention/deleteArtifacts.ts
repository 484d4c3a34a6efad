// Deletes what nobody holds any more: the records of holders, and the bytes with the last of them. A writer of the same bytes loses nothing:
// models/artifacts/keepArtifact.ts is its side.
import { type CleanupCounts, countsOf, NO_PROJECT } from "../../domain/retention/cleanup.ts";
import { deleteHolder, type Holder, holdersOf } from "../../models/artifacts/holders.ts";
import { addStored } from "../../models/artifacts/storage.ts";
import { claimMarked, unmark } from "../../models/artifacts/sweepMarks.ts";
import type { CleanupDeps } from "./deps.ts";

/**
 * An artifact of which something goes: `holders` are the records that do. `last`: no other project holds it, so its bytes go too. An artifact
 * that nobody holds has no holders.
 */
export type Leaving = { artifactId: string; holders: readonly Holder[]; last: boolean; bytes: number };

/** Artifacts that are claimed together: their writers wait meanwhile. */
export const DELETED_AT_ONCE = 100;
/** The claim must hold for the whole of a removal, however slow: a bucket is given 30 s. */
const MARGIN_MS = 60_000;

/** Where the bytes of an artifact count. */
const payerOf = ({ holders }: Leaving): string => holders[0]?.projectId ?? NO_PROJECT;

/** Counts as if it went. */
export function countLeaving(counts: CleanupCounts, one: Leaving): void {
  for (const { projectId } of one.holders) countsOf(counts, projectId).artifacts += 1;
  if (!one.last) return;
  const payer = countsOf(counts, payerOf(one));
  payer.bytes += one.bytes;
  if (one.holders.length === 0) payer.artifacts += 1;
}

/** Deletes some of them, at most DELETED_AT_ONCE. Those whose bytes go must be marked with `token`. Answers what went. */
export async function deleteLeaving(
  deps: CleanupDeps,
  token: string,
  some: readonly Leaving[],
): Promise<CleanupCounts> {
  const { models } = deps;
  const counts: CleanupCounts = {};
  const ids = some.filter(({ last }) => last).map(({ artifactId }) => artifactId);
  const { claimed, until } = await claimMarked(models, token, ids);
  const mine = new Set(claimed);
  const now = Map.groupBy(await holdersOf(models, claimed), ({ artifactId }) => artifactId);
  for (const one of some) {
    // A writer took the mark away: it holds the bytes again.
    if (one.last && !mine.has(one.artifactId)) continue;
    const gone = await deleteHolders(deps, one, counts);
    if (!one.last) continue;
    const others = (now.get(one.artifactId) ?? []).filter(
      (holder) => !one.holders.some(({ _id }) => _id === holder._id),
    );
    if (others.length > 0 || !gone) continue;
    // The claim is over: a writer may have stored the bytes again. The next sweep finds what is left.
    if (Date.now() > until - MARGIN_MS) break;
    try {
      await deps.artifacts.remove(one.artifactId);
    } catch (error) {
      // This removal may still come through: its mark ends by itself, and a later sweep finds the bytes.
      await unmark(
        models,
        token,
        claimed.filter((id) => id !== one.artifactId),
      );
      throw error;
    }
    const payer = countsOf(counts, payerOf(one));
    payer.bytes += one.bytes;
    if (one.holders.length === 0) payer.artifacts += 1;
  }
  await unmark(models, token, claimed);
  return counts;
}

/** Answers whether all of its records went. */
async function deleteHolders({ models }: CleanupDeps, one: Leaving, counts: CleanupCounts): Promise<boolean> {
  let all = true;
  for (const holder of one.holders) {
    const { projectId, bytes } = holder;
    if (!(await deleteHolder(models, holder))) all = false;
    else {
      await addStored(models, projectId, { bytes: -bytes, artifacts: -1 });
      countsOf(counts, projectId).artifacts += 1;
    }
  }
  return all;
}
