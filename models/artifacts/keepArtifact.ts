// The one way into the artifact store: the bytes, the note of who may read them, and the sweep that may be deleting the same bytes.
import { setTimeout as pause } from "node:timers/promises";
import type { ArtifactStore } from "../../platform/artifacts/store.ts";
import type { Models } from "../index.ts";
import { noteArtifact } from "./noteArtifact.ts";
import type { ArtifactSweep } from "./sweepSchema.ts";

export type ArtifactWriter = { artifacts: Pick<ArtifactStore, "put" | "has">; models: Models; now(): Date };

/** Between two looks at a mark, in ms; deleting a batch takes a few of them. */
const LOOK_MS = 25;

/**
 * Stores bytes for a project, and answers the artifact's id: equal bytes have the same, and storing them twice changes nothing. A sweep that
 * deletes these bytes at the same time loses them no more: either it sees the note, or this sees its mark and stores them again.
 */
export async function keepArtifact(
  { artifacts, models, now }: ArtifactWriter,
  { projectId, bytes, contentType }: { projectId: string; bytes: Uint8Array; contentType: string },
): Promise<string> {
  for (;;) {
    const artifactId = await artifacts.put(bytes);
    const marked = await noteArtifact(models, { artifactId, projectId, contentType, bytes: bytes.length, at: now() });
    // A sweep that ended between the bytes and the note left neither a mark nor the bytes.
    if ((!marked || (await unmark(models, artifactId))) && (await artifacts.has(artifactId))) return artifactId;
    await waitForSweep(models, artifactId);
  }
}

/** Whether the sweep that has marked the bytes was still looking, and does not delete them any more. */
async function unmark(models: Models, artifactId: string): Promise<boolean> {
  const { deletedCount } = await models.artifactSweeps.deleteOne({ _id: artifactId, state: "looking" });
  return deletedCount === 1;
}

/** Until the mark is gone. One that a killed sweep left behind is taken away when its time is over. */
async function waitForSweep(models: Models, artifactId: string): Promise<void> {
  for (;;) {
    const mark = await models.artifactSweeps.findOne({ _id: artifactId }).lean<ArtifactSweep>();
    if (mark === null) return;
    const { token, until } = mark;
    if (until.getTime() <= Date.now()) await models.artifactSweeps.deleteOne({ _id: artifactId, token, until });
    else await pause(LOOK_MS);
  }
}
