// Deletes what nobody holds any more: the records of holders, and the bytes with the last of them. A writer of the same bytes loses nothing:
// models/artifacts/keepArtifact.ts is its side.
import { type CleanupCounts, countsOf, NO_PROJECT } from "../../domain/retention/cleanup.ts";
import { deleteHolder, deleteHolders, type Holder, holdersOf } from "../../models/artifacts/holders.ts";
import { addStored } from "../../models/artifacts/storage.ts";
import { claimMarked, unmark } from "../../models/artifacts/sweepMarks.ts";
import { chunksOf } from "../../models/lib/chunks.ts";
import type { CleanupDeps } from "./deps.ts";

/**
 * An artifact of which something goes: `holders` are the records that do. `last`: no other project holds it, so its bytes go too. An artifact
 * that nobody holds has no holders.
 */
export type Leaving = { artifactId: string; holders: readonly Holder[]; last: boolean; bytes: number };

/** Artifacts that are claimed together: their writers wait meanwhile. */
export const DELETED_AT_ONCE = 100;
/** Of these, so many at once: a removal from a bucket takes tens of milliseconds. */
const REMOVED_AT_ONCE = 20;
/** The claim must hold for the whole of a removal, however slow: a bucket is given 30 s. */
const MARGIN_MS = 60_000;

/** Counts as if it went; `projects`: whose records of it do. */
export function countLeaving(
  counts: CleanupCounts,
  { projects, last, bytes }: { projects: readonly string[]; last: boolean; bytes: number },
): void {
  for (const projectId of projects) countsOf(counts, projectId).artifacts += 1;
  if (last) countBytes(counts, projects, bytes);
}

/** The first who held it pays for the bytes. */
function countBytes(counts: CleanupCounts, projects: readonly string[], bytes: number): void {
  const payer = countsOf(counts, projects[0] ?? NO_PROJECT);
  payer.bytes += bytes;
  if (projects.length === 0) payer.artifacts += 1;
}

/**
 * `before`: only records that nobody held since then; left out: as they were read. `count` is told what went, also where not all did;
 * `released` of each record that did.
 */
export type DeletingHow = {
  before?: Date;
  count?(counts: CleanupCounts): Promise<void>;
  released?(projectId: string, bytes: number): void;
};

/** Deletes some of them, at most DELETED_AT_ONCE. Those whose bytes go must be marked with `token`. Answers what went. */
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
  // A writer took the mark of the others away: it holds the bytes again.
  const going = some.filter(({ last, artifactId }) => !last || mine.has(artifactId));
  for (const group of chunksOf(going, REMOVED_AT_ONCE)) {
    // The claim is over: a writer may have stored the bytes again. The next sweep finds what is left.
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
    // These removals may still come through: their marks end by themselves, and a later sweep finds the bytes.
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

/** Deletes the records of holders that nobody held again. Answers the artifacts that somebody still holds. */
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
