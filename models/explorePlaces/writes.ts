// Records and updates the places of an exploration. Every write may be repeated.

import { isWritten, type Models } from "../index.ts";
import type { ExplorePlace } from "./schema.ts";

/** Records ways that are not known yet, without changing known ones. */
export async function insertNewPlaces(models: Models, places: readonly ExplorePlace[]): Promise<void> {
  const fresh = [...new Map(places.map((place) => [place._id, place])).values()];
  if (fresh.length === 0) return;
  await isWritten(models.explorePlaces.collection.insertMany(fresh as never, { ordered: false }));
}

export async function changePlace(
  models: Models,
  placeId: string,
  patch: Partial<Omit<ExplorePlace, "_id">>,
): Promise<void> {
  await models.explorePlaces.updateOne({ _id: placeId }, { $set: patch });
}

/** Marks the places that a lost attempt was working on as interrupted. */
export async function interruptPlaces(models: Models, jobId: string, reason: string): Promise<void> {
  await models.explorePlaces.updateMany({ jobId, state: "doing" }, { $set: { state: "interrupted", reason } });
}
