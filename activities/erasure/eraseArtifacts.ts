// Deletes a project's content from the artifact store. Content that another project also uses is kept for that one.
import { setTimeout as pause } from "node:timers/promises";
import { rangeOf, SLICES } from "../../domain/retention/artifactIds.ts";
import { totalsOf } from "../../domain/retention/cleanup.ts";
import type { Holder } from "../../models/artifacts/holders.ts";
import { forgetOldMarks, markArtifacts, unmarkArtifacts } from "../../models/artifacts/sweepMarks.ts";
import { heldByOthers, notesOf, someNotes, takeLooks } from "../../models/erasures/notes.ts";
import { chunksOf } from "../../models/lib/chunks.ts";
import { readReferences } from "../../models/retention/references.ts";
import { packId } from "../../platform/artifacts/store.ts";
import { DELETED_AT_ONCE, deleteLeaving, type Leaving } from "../retention/deleteArtifacts.ts";
import type { Erasing, ErasureDeps } from "./deps.ts";

/** Maximum number of artifacts per pass: each pass reads all references to artifacts once. */
const AT_ONCE = 20_000;
/** Delay in ms before retrying artifacts that a sweep is deleting at the same time. */
const WAIT_MS = 1_000;

/** Deletes everything the project holds. Its documents must already be deleted. */
export async function eraseArtifacts(deps: ErasureDeps, projectId: string, work: Erasing): Promise<void> {
  for (;;) {
    const notes = await someNotes(deps.models, projectId, AT_ONCE);
    if (notes.length === 0) return;
    if ((await eraseNotes(deps, projectId, notes, work)) === 0)
      await pause(WAIT_MS, undefined, { signal: work.signal });
  }
}

/** Deletes some of the project's artifacts by id. Artifacts that one of its documents still references are kept. */
export async function eraseSomeArtifacts(
  deps: ErasureDeps,
  projectId: string,
  artifactIds: readonly string[],
  work: Erasing,
): Promise<void> {
  const notes = await notesOf(deps.models, projectId, artifactIds);
  const references = await referencesTo(
    deps,
    notes.map(({ artifactId }) => artifactId),
    work,
  );
  const unnamed = notes.filter(({ artifactId }) => !references.has(projectId, artifactId));
  await eraseNotes(deps, projectId, unnamed, work);
}

const referencesTo = ({ models }: ErasureDeps, ids: readonly string[], { signal }: Erasing) =>
  readReferences(models, { range: rangeOf(0, SLICES), only: new Set(ids.map(packId)), signal });

/** Returns how many notes were deleted. A concurrent writer of the same bytes loses nothing: see models/artifacts/keepArtifact.ts. */
async function eraseNotes(
  deps: ErasureDeps,
  projectId: string,
  notes: readonly Holder[],
  work: Erasing,
): Promise<number> {
  const { models, ulid } = deps;
  const { signal, note, count, turn } = work;
  const ids = notes.map(({ artifactId }) => artifactId);
  const shared = await heldByOthers(models, projectId, ids);
  const own = ids.filter((id) => !shared.has(id));
  await forgetOldMarks(models);
  await takeLooks(models, own);
  const token = ulid();
  let gone = 0;
  try {
    await markArtifacts(models, token, own);
    note("looking for others that name the same content");
    // References by other projects without a note of their own, which earlier versions may have written.
    const references = own.length > 0 ? await referencesTo(deps, own, work) : null;
    const leaving = notes.map(
      (holder): Leaving => ({
        artifactId: holder.artifactId,
        holders: [holder],
        last: !shared.has(holder.artifactId) && references?.hasAny(holder.artifactId) !== true,
        bytes: holder.bytes,
      }),
    );
    note("deleting artifacts");
    for (const some of chunksOf(leaving, DELETED_AT_ONCE)) {
      signal.throwIfAborted();
      const { artifacts, bytes } = totalsOf(await turn(() => deleteLeaving(deps, token, some)));
      gone += artifacts;
      await count({ artifacts, bytes });
    }
  } finally {
    await unmarkArtifacts(models, token);
  }
  return gone;
}
