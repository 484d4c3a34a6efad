// Stores computed vectors of texts; the least recently used ones are deleted.

import { createHash } from "node:crypto";
import { inTurns } from "../../platform/inTurns.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import type { TextVector } from "./schema.ts";

/** Maximum number of vectors, of 1.5 kB each: 75 MB. */
export const MAX_VECTORS = 50_000;
const BATCH = 500;
const DAY_MS = 24 * 3_600_000;

const idOf = (model: string, text: string): string =>
  createHash("sha256").update(model).update("\0").update(text).digest("hex");

/** Returns the stored vectors, by text. Texts without a vector are missing. */
export async function readVectors(
  models: Models,
  { model, texts, now }: { model: string; texts: readonly string[]; now: Date },
): Promise<Map<string, Float32Array>> {
  const textOf = new Map<string, string>();
  await inTurns(texts, (text) => textOf.set(idOf(model, text), text));
  const ids = [...textOf.keys()];
  const found = new Map<string, Float32Array>();
  const worn: string[] = [];
  for (const asked of chunksOf(ids, BATCH)) {
    const some = await models.textVectors
      .find({ _id: { $in: asked } })
      .lean<(Omit<TextVector, "vector"> & { vector: { buffer: Uint8Array } })[]>();
    for (const { _id, vector, usedAt } of some) {
      const bytes = Uint8Array.from(vector.buffer);
      found.set(textOf.get(_id) ?? "", new Float32Array(bytes.buffer));
      if (now.getTime() - usedAt.getTime() > DAY_MS) worn.push(_id);
    }
  }
  for (const some of chunksOf(worn, BATCH))
    await models.textVectors.updateMany({ _id: { $in: some } }, { usedAt: now });
  return found;
}

/** Stores vectors by text. Two writers of one text write the same. Beyond `most`, the least recently used ones are deleted. */
export async function keepVectors(
  models: Models,
  {
    model,
    vectors,
    now,
    most = MAX_VECTORS,
  }: {
    model: string;
    vectors: ReadonlyMap<string, Float32Array>;
    now: Date;
    most?: number;
  },
): Promise<void> {
  const writes = [...vectors].map(([text, vector]) => ({
    updateOne: {
      filter: { _id: idOf(model, text) },
      update: { $set: { vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength), usedAt: now } },
      upsert: true,
    },
  }));
  for (const some of chunksOf(writes, BATCH)) await models.textVectors.bulkWrite(some, { ordered: false });
  const excess = (await models.textVectors.countDocuments({})) - most;
  if (excess <= 0) return;
  // Delete a tenth more than needed, so that not every search deletes.
  const oldest = await models.textVectors
    .find({}, { _id: 1 })
    .sort({ usedAt: 1 })
    .limit(Math.min(5_000, excess + Math.ceil(most / 10)))
    .lean();
  await models.textVectors.deleteMany({ _id: { $in: oldest.map(({ _id }) => _id) } });
}
