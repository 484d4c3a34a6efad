// Deletes what lies within documents that are about to be deleted.
import type { Models } from "../index.ts";
import { BELONGINGS, type CollectionName } from "./belongings.ts";

const NAMES = Object.keys(BELONGINGS) as CollectionName[];

/** Collections within another collection; each stores its owner's id in a field. */
const WITHIN = Map.groupBy(
  NAMES.flatMap((name) => {
    const { within } = BELONGINGS[name];
    return within === undefined ? [] : [{ name, ...within }];
  }),
  ({ collection }) => collection,
);

/** Returns the number of deleted documents. */
export async function deleteWithin(models: Models, name: CollectionName, ids: readonly string[]): Promise<number> {
  let deleted = 0;
  for (const inner of WITHIN.get(name) ?? [])
    deleted += (await models[inner.name].collection.deleteMany({ [inner.by]: { $in: ids } })).deletedCount;
  return deleted;
}
