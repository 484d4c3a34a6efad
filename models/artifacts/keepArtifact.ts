// The only way to store an artifact: stores the bytes, records who may read them, and handles a sweep that is deleting the same bytes.
import { setTimeout as pause } from "node:timers/promises";
import type { ArtifactStore } from "../../platform/artifacts/store.ts";
import type { Models } from "../index.ts";
import { noteArtifact } from "./noteArtifact.ts";
import type { ArtifactSweep } from "./sweepSchema.ts";

export type ArtifactWriter = { artifacts: Pick<ArtifactStore, "put" | "has">; models: Models; now(): Date };

/** Time between two checks of a mark, in ms; deleting a batch takes a few of them. */
const LOOK_MS = 25;

/**
 * Stores bytes for a project and returns the artifact's id. Equal bytes have the same id, and storing them twice changes nothing. A sweep
 * that deletes the same bytes at the same time cannot lose them: either it sees the record, or this function sees its mark and stores them
 * again.
 */
export async function keepArtifact(
  { artifacts, models, now }: ArtifactWriter,
  { projectId, bytes, contentType }: { projectId: string; bytes: Uint8Array; contentType: string },
): Promise<string> {
  for (;;) {
    const artifactId = await artifacts.put(bytes);
    const marked = await noteArtifact(models, { artifactId, projectId, contentType, bytes: bytes.length, at: now() });
    // A sweep that ended between storing and recording has removed both its mark and the bytes.
    if ((!marked || (await unmark(models, artifactId))) && (await artifacts.has(artifactId))) return artifactId;
    await waitForSweep(models, artifactId);
  }
}

/** Removes a sweep's mark. Returns true if the sweep was still looking, so it will not delete the bytes. */
async function unmark(models: Models, artifactId: string): Promise<boolean> {
  const { deletedCount } = await models.artifactSweeps.deleteOne({ _id: artifactId, state: "looking" });
  return deletedCount === 1;
}

/** Waits until the mark is gone. Removes a mark left behind by a killed sweep once it expires. */
async function waitForSweep(models: Models, artifactId: string): Promise<void> {
  for (;;) {
    const mark = await models.artifactSweeps.findOne({ _id: artifactId }).lean<ArtifactSweep>();
    if (mark === null) return;
    const { token, until } = mark;
    if (until.getTime() <= Date.now()) await models.artifactSweeps.deleteOne({ _id: artifactId, token, until });
    else await pause(LOOK_MS);
  }
}
