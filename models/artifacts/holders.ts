// Reads and deletes the records of which project holds which artifact, for a sweep.
import type { IdRange } from "../../domain/retention/artifactIds.ts";
import type { ArtifactRecord } from "../bookkeeping/schema.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { eachInTurns } from "../lib/readInTurns.ts";

export type Holder = Pick<ArtifactRecord, "_id" | "artifactId" | "projectId" | "bytes" | "createdAt" | "heldAt">;

const FIELDS = { artifactId: 1, projectId: 1, bytes: 1, createdAt: 1, heldAt: 1 } as const;

/** Returns when the artifact was last held. */
export const heldAtOf = ({ heldAt, createdAt }: Pick<Holder, "heldAt" | "createdAt">): Date => heldAt ?? createdAt;

/** Returns the approximate number of records. */
export const countHolders = (models: Models): Promise<number> => models.artifacts.estimatedDocumentCount().exec();

/**
 * Calls `work` with each holder of an artifact of the range, in no particular order: to sort, the embedded database would read all of them
 * at once.
 */
export function eachHolder(
  { artifacts }: Models,
  { from, to }: IdRange,
  work: (holder: Holder) => void,
): Promise<void> {
  return eachInTurns<Holder>(artifacts, { artifactId: { $gte: from, $lt: to } }, { fields: FIELDS }, work);
}

export const holdersOf = (models: Models, artifactIds: readonly string[]): Promise<Holder[]> =>
  models.artifacts
    .find({ artifactId: { $in: [...artifactIds] } }, FIELDS)
    .lean<Holder[]>()
    .exec();

const HELD_AT_ONCE = 100;

/** Marks these artifacts of a project as held at `at`, so that sweeps leave them alone for their delay. */
export async function holdAgain(
  models: Models,
  projectId: string,
  artifactIds: readonly string[],
  at: Date,
): Promise<void> {
  for (const some of chunksOf(artifactIds, HELD_AT_ONCE)) {
    const ids = some.map((id) => `${projectId}:${id}`);
    await models.artifacts.updateMany({ _id: { $in: ids } }, { $set: { heldAt: at } });
  }
}

/** Deletes a record if it is unchanged: one that was held again since it was read stays. Returns whether it was deleted. */
export async function deleteHolder(models: Models, holder: Holder): Promise<boolean> {
  const { _id, heldAt } = holder;
  const { deletedCount } = await models.artifacts.deleteOne({ _id, heldAt: heldAt ?? null });
  return deletedCount === 1;
}

/** Deletes those of the records that have not been held since `before`. */
export async function deleteHolders(models: Models, ids: readonly string[], before: Date): Promise<void> {
  const long = { $or: [{ heldAt: null }, { heldAt: { $lt: before } }] };
  for (const some of chunksOf(ids, HELD_AT_ONCE)) await models.artifacts.deleteMany({ _id: { $in: some }, ...long });
}
