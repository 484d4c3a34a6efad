// Shared schema options: string ids of our own, no hidden version key, and no silent dropping of unknown fields.
import { Schema, type SchemaDefinition, type SchemaDefinitionType } from "mongoose";

/** A field that may be null or missing is not required; any other is, or has a value from the beginning. */
type Kept<V> = [Extract<V, null | undefined>] extends [never]
  ? { required: true } | { default: NonNullable<unknown> }
  : { required?: undefined };

/** Every field of the documents' type is in the schema: writes of others are refused. */
type Named<T> = { [K in keyof T]-?: Kept<T[K]> };

/** A schema with a string `_id`, strict on writes; undefined fields are not stored. */
export function document<T>(definition: SchemaDefinition<SchemaDefinitionType<T>> & Named<T>): Schema<T> {
  return new Schema<T>(definition, {
    versionKey: false,
    strict: "throw",
    minimize: false,
    id: false,
    // `isNew` of a finding is no trouble: documents are read lean.
    suppressReservedKeysWarning: true,
  });
}

/** What docs/data.md says of a collection. `id`: how the `_id` is made, where it says more than that it is unique. */
export type CollectionNote = { holds: string; id?: string };

const NOTES = new WeakMap<object, CollectionNote>();

/** Stands beside the indexes of a schema: together they say what a document is and what makes it unique. */
export function describeCollection(schema: object, note: CollectionNote): void {
  NOTES.set(schema, note);
}

/** Throws for a schema that nobody described. */
export function noteOf(schema: object, collection: string): CollectionNote {
  const note = NOTES.get(schema);
  if (!note) throw new Error(`The collection ${collection} has no describeCollection beside its schema.`);
  return note;
}

/** A field that is always there. */
export const required = <T>(type: T) => ({ type, required: true as const });

/** Free JSON: validated by yup at the edge it came in by. */
export const json = Schema.Types.Mixed;
