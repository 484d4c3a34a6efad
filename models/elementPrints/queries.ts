// What the elements of steps looked like: stored when a step passes, read when it is healed.

import type { Models } from "../index.ts";
import type { ElementPrint } from "./schema.ts";

/** Returns the print with this id, or null if its step has not passed yet. */
export function findElementPrint(models: Models, id: string): Promise<ElementPrint | null> {
  return models.elementPrints.findOne({ _id: id }).lean<ElementPrint>();
}

/** Stores each print, replacing an earlier one, all in one call. */
export async function keepElementPrints(models: Models, prints: readonly ElementPrint[]): Promise<void> {
  if (prints.length === 0) return;
  await models.elementPrints.bulkWrite(
    prints.map(({ _id, ...print }) => ({ updateOne: { filter: { _id }, update: { $set: print }, upsert: true } })),
    { ordered: false, throwOnValidationError: true },
  );
}
