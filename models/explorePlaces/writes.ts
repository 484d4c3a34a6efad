// How the places of an exploration are taken up, tried and forgotten. All of it may be repeated.

import { isDuplicateKey, type Models } from "../index.ts";
import type { ExplorePlace } from "./schema.ts";

/** Takes ways up that are not known yet; known ones stay as they are. */
export async function insertNewPlaces(models: Models, places: readonly ExplorePlace[]): Promise<void> {
  const fresh = [...new Map(places.map((place) => [place._id, place])).values()];
  if (fresh.length === 0) return;
  try {
    await models.explorePlaces.collection.insertMany(fresh as never, { ordered: false });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

/** Writes what became of a place. */
export async function changePlace(
  models: Models,
  placeId: string,
  patch: Partial<Omit<ExplorePlace, "_id">>,
): Promise<void> {
  await models.explorePlaces.updateOne({ _id: placeId }, { $set: patch });
}

/** Gives up what a lost attempt was doing. */
export async function interruptPlaces(models: Models, jobId: string, reason: string): Promise<void> {
  await models.explorePlaces.updateMany({ jobId, state: "doing" }, { $set: { state: "interrupted", reason } });
}

/** Deletes the places of an exploration. */
export async function deletePlaces(models: Models, jobId: string): Promise<void> {
  await models.explorePlaces.deleteMany({ jobId });
}
