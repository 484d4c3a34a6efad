// One pass of the sweep over the artifact store: a range of ids, so that memory use does not grow with the store.

import { type IdRange, shardsOf } from "../../domain/retention/artifactIds.ts";
import type { CleanupCounts } from "../../domain/retention/cleanup.ts";
import type { StoredKind } from "../../domain/words/storage.ts";
import { eachHolder, heldAtOf, holdersOf } from "../../models/artifacts/holders.ts";
import { forgetOldMarks, markArtifacts, unmarkArtifacts } from "../../models/artifacts/sweepMarks.ts";
import type { StoredByProject } from "../../models/cleanups/schema.ts";
import type { Models } from "../../models/index.ts";
import { chunksOf } from "../../models/lib/chunks.ts";
import { type References, readReferences } from "../../models/retention/references.ts";
import { packId, unpackId } from "../../platform/artifacts/store.ts";
import { inTurns } from "../../platform/inTurns.ts";
import { countLeaving, DELETED_AT_ONCE, deleteLeaving, type Leaving } from "./deleteArtifacts.ts";
import type { CleanupDeps, Working } from "./deps.ts";

/** Artifacts stored or renewed within this time are kept, because they may be about to be referenced. */
export const DELAY_MS = 86_400_000;
/** Maximum number of artifacts deleted per pass; the pass is repeated for the rest. */
const MAX_LEAVING = 50_000;

export type Pass = Working & {
  range: IdRange;
  /** For a plan: the runs and jobs that would be deleted; nothing is deleted. null: delete. */
  plan: ReadonlySet<string> | null;
  /** Deletes some in a turn between backups. */
  turns(work: () => Promise<unknown>): Promise<unknown>;
  /** Called with the bytes of this range by owner, excluding what was deleted, once nothing more of it is deleted. */
  stored(stored: StoredByProject): Promise<void>;
  /** Called with the counts of what was deleted, as it happens; for a plan once. */
  count(counts: CleanupCounts): Promise<void>;
  maxLeaving?: number;
};

/** Returns whether this range contains more to delete. */
export async function sweepSlices(deps: CleanupDeps, pass: Pass): Promise<{ more: boolean }> {
  const { models, ulid, now } = deps;
  const { range, plan, signal, note, turns, stored, count, maxLeaving = MAX_LEAVING } = pass;
  note("reading what names artifacts");
  const looking = { range, signal };
  const references = await readReferences(models, plan === null ? looking : { ...looking, without: plan });
  note("looking for artifacts that nothing names");
  const before = new Date(now().getTime() - DELAY_MS);
  const max = plan === null ? maxLeaving : Number.POSITIVE_INFINITY;
  const { leaving, kinds, more } = await findLeaving(deps, pass, references, { before, max });
  if (plan !== null) {
    await stored(kinds);
    const counts: CleanupCounts = {};
    await inTurns(leaving, (one) => countLeaving(counts, one));
    await count(counts);
    return { more: false };
  }
  if (leaving.length === 0) {
    await stored(kinds);
    return { more: false };
  }

  await forgetOldMarks(models);
  const token = ulid();
  try {
    const last: string[] = [];
    const only = new Set<string>();
    await inTurns(leaving, (one) => {
      if (one.last) last.push(unpackId(one.packed));
      only.add(one.packed);
    });
    await markArtifacts(models, token, last);
    note("looking a second time");
    const again = await readReferences(models, { ...looking, only });
    const unnamed: Candidate[] = [];
    await inTurns(leaving, (one) => void (isUnnamed(again, one) && unnamed.push(one)));
    note("deleting artifacts");
    for (const some of chunksOf(unnamed, DELETED_AT_ONCE)) {
      signal.throwIfAborted();
      const how = { before, count, released: (projectId: string, bytes: number) => takeAway(kinds, projectId, bytes) };
      await turns(async () => deleteLeaving(deps, token, await withHolders(models, some), how));
    }
  } finally {
    await unmarkArtifacts(models, token);
  }
  if (!more) await stored(kinds);
  return { more };
}

const isUnnamed = (references: References, { packed, projects, last }: Candidate): boolean => {
  const id = unpackId(packed);
  return last ? !references.hasAny(id) : !projects.some((projectId) => references.has(projectId, id));
};

/**
 * A candidate for deletion: `projects` whose records are deleted, and with the `last` of them its bytes. Kept small, because there are
 * tens of thousands; the records are read when they are deleted.
 */
type Candidate = { packed: string; projects: string[]; last: boolean; bytes: number };

/**
 * Finds holder records whose project no longer references the artifact, and bytes without holders; for at most `max` artifacts, and `more`
 * if there are others. `kinds`: owners of everything that is kept.
 */
async function findLeaving(
  { models, artifacts }: CleanupDeps,
  { range, signal }: Pick<Pass, "range" | "signal">,
  references: References,
  { before, max }: { before: Date; max: number },
): Promise<{ leaving: Candidate[]; kinds: StoredByProject; more: boolean }> {
  const kinds: StoredByProject = {};
  const leaving: Candidate[] = [];
  const held = new Set<string>();
  /** Unreferenced artifacts. */
  const unnamed = new Map<string, Candidate>();
  let more = false;
  const add = (packed: string, bytes: number): Candidate | null => {
    if (leaving.length >= max) {
      more = true;
      return null;
    }
    const candidate: Candidate = { packed, projects: [], last: true, bytes };
    leaving.push(candidate);
    return candidate;
  };
  await eachHolder(models, range, (holder) => {
    signal.throwIfAborted();
    const { artifactId, projectId, bytes } = holder;
    const packed = packId(artifactId);
    held.add(packed);
    addStored(kinds, projectId, references.kindOf(projectId, artifactId), bytes);
    const young = heldAtOf(holder) >= before;
    const isNamed = references.hasAny(artifactId);
    if (isNamed && (young || references.has(projectId, artifactId))) return;
    const candidate = unnamed.get(packed) ?? add(packed, bytes);
    if (candidate === null) return;
    // Kept for another holder or reference: earlier versions wrote references without a record.
    if (isNamed || young) candidate.last = false;
    if (!isNamed) unnamed.set(packed, candidate);
    if (!young) candidate.projects.push(projectId);
  });
  for (const shard of shardsOf(range))
    for await (const { id, bytes, storedAt } of artifacts.list(shard)) {
      signal.throwIfAborted();
      if (!held.has(packId(id)) && storedAt < before && !references.hasAny(id)) add(packId(id), bytes);
    }
  return { leaving: leaving.filter(({ projects, last }) => last || projects.length > 0), kinds, more };
}

/** Adds the current records to delete. */
async function withHolders(models: Models, some: readonly Candidate[]): Promise<Leaving[]> {
  const ids = some.map(({ packed }) => unpackId(packed));
  const holders = Map.groupBy(await holdersOf(models, ids), ({ artifactId }) => artifactId);
  return some.map(({ projects, last, bytes }, at) => {
    const artifactId = ids[at] ?? "";
    const own = (holders.get(artifactId) ?? []).filter(({ projectId }) => projects.includes(projectId));
    return { artifactId, holders: own, last, bytes };
  });
}

function addStored(kinds: StoredByProject, projectId: string, kind: StoredKind, bytes: number): void {
  const own = kinds[projectId] ?? {};
  const known = own[kind] ?? { bytes: 0, artifacts: 0 };
  kinds[projectId] = { ...own, [kind]: { bytes: known.bytes + bytes, artifacts: known.artifacts + 1 } };
}

/** Subtracts the bytes of a project's deleted record: nothing of the project referenced it. */
function takeAway(kinds: StoredByProject, projectId: string, bytes: number): void {
  const known = kinds[projectId]?.unnamed;
  if (known)
    kinds[projectId] = { ...kinds[projectId], unnamed: { bytes: known.bytes - bytes, artifacts: known.artifacts - 1 } };
}
