// Deletes artifacts without holders: the holders' records, and the bytes with the last record. A concurrent writer of the same bytes loses
// nothing: see models/artifacts/keepArtifact.ts.
import { type CleanupCounts, countsOf, NO_PROJECT } from "../../domain/retention/cleanup.ts";
import { deleteHolder, deleteHolders, type Holder, holdersOf } from "../../models/artifacts/holders.ts";
import { addStored } from "../../models/artifacts/storage.ts";
import { claimMarked, unmark } from "../../models/artifacts/sweepMarks.ts";
import { chunksOf } from "../../models/lib/chunks.ts";
import type { CleanupDeps } from "./deps.ts";

/**
 * An artifact to delete from: `holders` are the records to delete. `last`: no other project holds it, so its bytes are deleted too. An
 * artifact that nobody holds has no holders.
 */
export type Leaving = { artifactId: string; holders: readonly Holder[]; last: boolean; bytes: number };

/** Maximum number of artifacts claimed together; their writers must wait. */
export const DELETED_AT_ONCE = 100;
/** Number of parallel removals: one from a bucket takes tens of milliseconds. */
const REMOVED_AT_ONCE = 20;
/** The claim must last for the whole removal, however slow: a bucket is given 30 s. */
const MARGIN_MS = 60_000;

/** Counts the artifact as deleted; `projects`: owners of the deleted records. */
export function countLeaving(
  counts: CleanupCounts,
  { projects, last, bytes }: { projects: readonly string[]; last: boolean; bytes: number },
): void {
  for (const projectId of projects) countsOf(counts, projectId).artifacts += 1;
  if (last) countBytes(counts, projects, bytes);
}

/** The first holder is charged for the bytes. */
function countBytes(counts: CleanupCounts, projects: readonly string[], bytes: number): void {
  const payer = countsOf(counts, projects[0] ?? NO_PROJECT);
  payer.bytes += bytes;
  if (projects.length === 0) payer.artifacts += 1;
}

/**
 * `before`: only records not renewed since then; omitted: records as they were read. `count` receives what was deleted, even if the rest
 * failed; `released` is called for each deleted record.
 */
export type DeletingHow = {
  before?: Date;
  count?(counts: CleanupCounts): Promise<void>;
  released?(projectId: string, bytes: number): void;
};

/** Deletes up to DELETED_AT_ONCE of them. Those whose bytes are deleted must be marked with `token`. Returns what was deleted. */
export async function deleteLeaving(
  deps: CleanupDeps,
  token: string,
  some: readonly Leaving[],
  { before, count = async () => undefined, released = () => undefined }: DeletingHow = {},
): Promise<CleanupCounts> {
  const { models } = deps;
  const counts: CleanupCounts = {};
  const ids = some.filter(({ last }) => last).map(({ artifactId }) => artifactId);
  const { claimed, until } = await claimMarked(models, token, ids);
  const mine = new Set(claimed);
  // A writer has cleared the mark of the others and holds the bytes again.
  const going = some.filter(({ last, artifactId }) => !last || mine.has(artifactId));
  for (const group of chunksOf(going, REMOVED_AT_ONCE)) {
    // The claim has expired: a writer may have stored the bytes again. The next sweep finds what is left.
    if (Date.now() > until - MARGIN_MS) break;
    const left = await deleteRecords(deps, group, { before, released }, counts);
    const gone = group.filter(({ last, artifactId }) => last && !left.has(artifactId));
    const removals = await Promise.allSettled(gone.map(({ artifactId }) => deps.artifacts.remove(artifactId)));
    const failed = gone.filter((_, at) => removals[at]?.status === "rejected").map(({ artifactId }) => artifactId);
    for (const { artifactId, holders, bytes } of gone)
      if (!failed.includes(artifactId))
        countBytes(
          counts,
          holders.map(({ projectId }) => projectId),
          bytes,
        );
    const first = removals.find((removal) => removal.status === "rejected");
    if (first === undefined) continue;
    // These removals may still complete: their marks expire, and a later sweep finds the bytes.
    await unmark(
      models,
      token,
      claimed.filter((id) => !failed.includes(id)),
    );
    await count(counts);
    throw first.reason;
  }
  await unmark(models, token, claimed);
  await count(counts);
  return counts;
}

/** Deletes the records of holders that were not renewed. Returns the artifacts that still have a holder. */
async function deleteRecords(
  { models }: CleanupDeps,
  going: readonly Leaving[],
  { before, released }: Pick<Required<DeletingHow>, "released"> & { before: Date | undefined },
  counts: CleanupCounts,
): Promise<Set<string>> {
  const artifactIds = going.map(({ artifactId }) => artifactId);
  const there = await holdersOf(models, artifactIds);
  const records = going.flatMap(({ holders }) => holders);
  const wanted = new Set(records.map(({ _id }) => _id));
  if (before) await deleteHolders(models, [...wanted], before);
  else for (const record of records) await deleteHolder(models, record);
  const after = await holdersOf(models, artifactIds);
  const left = new Set(after.map(({ _id }) => _id));
  const deleted = there.filter(({ _id }) => wanted.has(_id) && !left.has(_id));
  for (const [projectId, own] of Map.groupBy(deleted, (holder) => holder.projectId)) {
    const bytes = own.reduce((sum, holder) => sum + holder.bytes, 0);
    await addStored(models, projectId, { bytes: -bytes, artifacts: -own.length });
    countsOf(counts, projectId).artifacts += own.length;
    for (const { bytes: one } of own) released(projectId, one);
  }
  return new Set(after.map(({ artifactId }) => artifactId));
}
