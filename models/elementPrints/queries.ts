// What the elements of steps looked like: kept when a step passes, read when it is healed.

import type { Models } from "../index.ts";
import type { ElementPrint } from "./schema.ts";

/** The print with this id; null: its step has not passed yet. */
export function findElementPrint(models: Models, id: string): Promise<ElementPrint | null> {
  return models.elementPrints.findOne({ _id: id }).lean<ElementPrint>();
}

/** Keeps a print in place of an earlier one. */
export async function keepElementPrint(models: Models, { _id, ...print }: ElementPrint): Promise<void> {
  await models.elementPrints.updateOne({ _id }, { $set: print }, { upsert: true });
}
