import { describeCollection, document, required } from "../lib/schema.ts";

/**
 * A vector that was computed before and can be computed again. `_id` is a hash of model and text; the text is not stored. `vector`: 32-bit
 * floats, little-endian.
 */
export type TextVector = { _id: string; vector: Buffer; usedAt: Date };

export const textVectorSchema = document<TextVector>({
  _id: required(String),
  vector: required(Buffer),
  usedAt: required(Date),
});
describeCollection(textVectorSchema, {
  holds: "The vector of a text; it can be computed again.",
  id: "a hash of model and text",
});
textVectorSchema.index({ usedAt: 1 });
