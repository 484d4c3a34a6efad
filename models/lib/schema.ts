// Shared schema options: own string ids, no hidden version key, and no silent dropping of unknown fields.
import { Schema, type SchemaDefinition, type SchemaDefinitionType } from "mongoose";

/** A field that may be null or missing is not required; any other field is, or has a default. */
type Kept<V> = [Extract<V, null | undefined>] extends [never]
  ? { required: true } | { default: NonNullable<unknown> }
  : { required?: undefined };

/** Requires every field of the document type in the schema: writes of other fields are rejected. */
type Named<T> = { [K in keyof T]-?: Kept<T[K]> };

/** Creates a schema with a string `_id` and strict writes; undefined fields are not stored. */
export function document<T>(definition: SchemaDefinition<SchemaDefinitionType<T>> & Named<T>): Schema<T> {
  return new Schema<T>(definition, {
    versionKey: false,
    strict: "throw",
    minimize: false,
    id: false,
    // `isNew` of a finding causes no conflict, because documents are read lean.
    suppressReservedKeysWarning: true,
  });
}

/** Description of a collection in docs/data.md. `id`: how the `_id` is formed, if it means more than being unique. */
export type CollectionNote = { holds: string; id?: string };

const NOTES = new WeakMap<object, CollectionNote>();

/** Describes a collection. Called next to the indexes of its schema: together they define what a document is and what makes it unique. */
export function describeCollection(schema: object, note: CollectionNote): void {
  NOTES.set(schema, note);
}

/** Throws if the schema has no description. */
export function noteOf(schema: object, collection: string): CollectionNote {
  const note = NOTES.get(schema);
  if (!note) throw new Error(`The collection ${collection} has no describeCollection beside its schema.`);
  return note;
}

/** Defines a field that is always set. */
export const required = <T>(type: T) => ({ type, required: true as const });

/** Free-form JSON, validated by yup where it entered the service. */
export const json = Schema.Types.Mixed;
