// One pass of the sweep over the artifact store: a part of all ids, so that what is in memory does not grow with the store.

import { type IdRange, shardsOf } from "../../domain/retention/artifactIds.ts";
import type { CleanupCounts } from "../../domain/retention/cleanup.ts";
import type { StoredKind } from "../../domain/words/storage.ts";
import { eachHeld, heldAtOf } from "../../models/artifacts/holders.ts";
import { forgetOldMarks, markLooking, unmarkLooking } from "../../models/artifacts/sweepMarks.ts";
import type { StoredByProject } from "../../models/cleanups/schema.ts";
import { chunksOf } from "../../models/lib/chunks.ts";
import { type References, readReferences } from "../../models/retention/references.ts";
import { packId } from "../../platform/artifacts/store.ts";
import { countLeaving, DELETED_AT_ONCE, deleteLeaving, type Leaving } from "./deleteArtifacts.ts";
import type { CleanupDeps, Working } from "./deps.ts";
import type { Turns } from "./turns.ts";

/** What was stored or held again since then stays: it may be about to be referred to. */
export const DELAY_MS = 86_400_000;
/** Artifacts of one pass that are deleted; the pass is repeated for the rest. */
const MAX_LEAVING = 50_000;

export type Pass = Working & {
  range: IdRange;
  /** `plan`: runs that would be gone, and nothing is deleted. */
  plan: ReadonlySet<string> | null;
  /** Deletes some in a turn between those of backups. */
  turns: Turns;
  /** Is told what the bytes of this range belong to. */
  stored(stored: StoredByProject): Promise<void>;
  /** Is told of what went, as it goes; in a plan once. */
  count(counts: CleanupCounts): Promise<void>;
  maxLeaving?: number;
};

/** Answers whether there is more in this range. */
export async function sweepSlices(deps: CleanupDeps, pass: Pass): Promise<{ more: boolean }> {
  const { models, ulid } = deps;
  const { range, plan, signal, note, turns, stored, count, maxLeaving = MAX_LEAVING } = pass;
  note("reading what names artifacts");
  const looking = { range, signal };
  const references = await readReferences(models, plan === null ? looking : { ...looking, without: plan });
  note("looking for artifacts that nothing names");
  const counts: CleanupCounts = {};
  const leaving: Leaving[] = [];
  let more = false;
  const kinds = await findLeaving(deps, range, references, (one) => {
    signal.throwIfAborted();
    if (plan !== null) countLeaving(counts, one);
    else if (leaving.length < maxLeaving) leaving.push(one);
    else more = true;
  });
  await stored(kinds);
  if (plan !== null) await count(counts);
  if (leaving.length === 0) return { more: false };

  await forgetOldMarks(models);
  const token = ulid();
  try {
    await markLooking(
      models,
      token,
      leaving.filter(({ last }) => last).map(({ artifactId }) => artifactId),
    );
    note("looking a second time");
    const only = new Set(leaving.map(({ artifactId }) => packId(artifactId)));
    const again = await readReferences(models, { ...looking, only });
    const unnamed = leaving.filter((one) => isUnnamed(again, one));
    note("deleting artifacts");
    for (const some of chunksOf(unnamed, DELETED_AT_ONCE)) {
      signal.throwIfAborted();
      await turns(async () => count(await deleteLeaving(deps, token, some)));
    }
  } finally {
    await unmarkLooking(models, token);
  }
  return { more };
}

const isUnnamed = (references: References, { artifactId, holders, last }: Leaving): boolean =>
  last ? !references.hasAny(artifactId) : !holders.some(({ projectId }) => references.has(projectId, artifactId));

/** Records of holders whose project names the artifact no more, and bytes that nobody holds. Answers what all that is held belongs to. */
async function findLeaving(
  { models, artifacts, now }: CleanupDeps,
  range: IdRange,
  references: References,
  found: (one: Leaving) => void,
): Promise<StoredByProject> {
  const kinds: StoredByProject = {};
  const before = new Date(now().getTime() - DELAY_MS);
  const held = new Set<string>();
  await eachHeld(models, range, (artifactId, all) => {
    held.add(packId(artifactId));
    for (const { projectId, bytes } of all)
      addStored(kinds, projectId, references.kindOf(projectId, artifactId), bytes);
    const holders = all.filter((one) => heldAtOf(one) < before && !references.has(one.projectId, artifactId));
    if (holders.length === 0) return;
    // Named without a record: earlier versions may have done so.
    const last = holders.length === all.length && !references.hasAny(artifactId);
    found({ artifactId, holders, last, bytes: holders[0]?.bytes ?? 0 });
  });
  for (const shard of shardsOf(range))
    for await (const { id, bytes, storedAt } of artifacts.list(shard)) {
      if (held.has(packId(id)) || storedAt >= before || references.hasAny(id)) continue;
      found({ artifactId: id, holders: [], last: true, bytes });
    }
  return kinds;
}

function addStored(kinds: StoredByProject, projectId: string, kind: StoredKind, bytes: number): void {
  const own = kinds[projectId] ?? {};
  const known = own[kind] ?? { bytes: 0, artifacts: 0 };
  kinds[projectId] = { ...own, [kind]: { bytes: known.bytes + bytes, artifacts: known.artifacts + 1 } };
}
