// The sweep's side of the marks that writers look at (models/artifacts/keepArtifact.ts).
import type { Models } from "../index.ts";
import { isDuplicateKey } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import type { ArtifactSweep } from "./sweepSchema.ts";

/** A mark that was only looked at binds nobody; after this time it was left behind. */
const LOOKING_MS = 3_600_000;
/** A batch is deleted in far less; after this time its sweep was killed. */
export const DELETING_MS = 120_000;
const CHUNK = 500;

/** Takes away marks that a killed sweep left behind. */
export async function forgetOldMarks(models: Models): Promise<void> {
  await models.artifactSweeps.deleteMany({ until: { $lte: new Date() } });
}

/** Marks the ids; writers from now on see it. One that another sweep has marked is left to that one. */
export async function markLooking(models: Models, token: string, ids: readonly string[]): Promise<void> {
  const until = new Date(Date.now() + LOOKING_MS);
  for (const some of chunksOf(ids, CHUNK)) {
    const marks = some.map((_id): ArtifactSweep => ({ _id, token, state: "looking", until }));
    try {
      await models.artifactSweeps.collection.insertMany(marks as never[], { ordered: false });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

/** Claims what is still marked: writers wait from now on. Answers the ids, and until when the claim holds. */
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

/** Takes the sweep's own marks away from these ids, which were deleted or stay. */
export async function unmark(models: Models, token: string, ids: readonly string[]): Promise<void> {
  await models.artifactSweeps.deleteMany({ token, _id: { $in: [...ids] } });
}

/** Takes away what the sweep only looked at. A removal that failed may still come through: its mark ends by itself. */
export async function unmarkLooking(models: Models, token: string): Promise<void> {
  await models.artifactSweeps.deleteMany({ token, state: "looking" });
}
