// Sets and removes a sweep's marks, which writers check (models/artifacts/keepArtifact.ts).
import type { Models } from "../index.ts";
import { isWritten } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import type { ArtifactSweep } from "./sweepSchema.ts";

/** A `looking` mark blocks nobody; after this time it is considered abandoned. */
const LOOKING_MS = 3_600_000;
/** Deleting a batch takes far less; after this time the sweep is considered killed. */
export const DELETING_MS = 120_000;
const CHUNK = 500;

/** Removes marks left behind by a killed sweep. */
export async function forgetOldMarks(models: Models): Promise<void> {
  await models.artifactSweeps.deleteMany({ until: { $lte: new Date() } });
}

/** Marks the ids so that writers see it from now on. Ids already marked by another sweep are skipped. */
export async function markArtifacts(models: Models, token: string, ids: readonly string[]): Promise<void> {
  const until = new Date(Date.now() + LOOKING_MS);
  for (const some of chunksOf(ids, CHUNK)) {
    const marks = some.map((_id): ArtifactSweep => ({ _id, token, state: "looking", until }));
    await isWritten(models.artifactSweeps.collection.insertMany(marks as never[], { ordered: false }));
  }
}

/** Claims the ids that are still marked; writers wait from now on. Returns the ids and when the claim expires. */
export async function claimMarked(
  models: Models,
  token: string,
  ids: readonly string[],
): Promise<{ claimed: string[]; until: number }> {
  const until = Date.now() + DELETING_MS;
  const some = { _id: { $in: [...ids] }, token };
  await models.artifactSweeps.updateMany(
    { ...some, state: "looking" },
    { $set: { state: "deleting", until: new Date(until) } },
  );
  const found = await models.artifactSweeps
    .find({ ...some, state: "deleting" }, { _id: 1 })
    .lean<Pick<ArtifactSweep, "_id">[]>();
  return { claimed: found.map(({ _id }) => _id), until };
}

/** Removes the sweep's own marks from these ids, which were deleted or stay. */
export async function unmark(models: Models, token: string, ids: readonly string[]): Promise<void> {
  await models.artifactSweeps.deleteMany({ token, _id: { $in: [...ids] } });
}

/** Removes the sweep's `looking` marks. If a delete that failed left marks behind, they expire. */
export async function unmarkArtifacts(models: Models, token: string): Promise<void> {
  await models.artifactSweeps.deleteMany({ token, state: "looking" });
}
