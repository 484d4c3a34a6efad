// Shared schema options: string ids of our own, no hidden version key, and no silent dropping of unknown fields.
import { Schema, type SchemaDefinition, type SchemaDefinitionType } from "mongoose";

/** A schema with a string `_id`, strict on writes; undefined fields are not stored. */
export function document<T>(definition: SchemaDefinition<SchemaDefinitionType<T>>): Schema<T> {
  return new Schema<T>(definition, {
    versionKey: false,
    strict: "throw",
    minimize: false,
    id: false,
    // `isNew` of a finding is no trouble: documents are read lean.
    suppressReservedKeysWarning: true,
  });
}

/** A field that is always there. */
export const required = <T>(type: T) => ({ type, required: true as const });

/** Free JSON: validated by yup at the edge it came in by. */
export const json = Schema.Types.Mixed;
