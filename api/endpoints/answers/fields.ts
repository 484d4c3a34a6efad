// Building blocks of response schemas.
import { array, boolean, type ISchema, mixed, number, type ObjectShape, object, type Schema, string } from "yup";

export const note = (description: string) => ({ description });
/** Identifier. */
export const id = () => string().required();
/** Non-empty text: a name, a word or a sentence. */
export const text = () => string().required();
/** URL, or path within the service. */
export const address = () => string().required();
export const time = () => string().required().meta(note("ISO 8601"));
export const maybeTime = () => string().nullable().defined().meta(note("ISO 8601"));
export const maybeText = () => string().nullable().defined();
export const maybeNumber = () => number().nullable().defined();
export const count = () => number().integer().min(0).required();
export const yes = () => boolean().oneOf([true]).required();
export const oneOf = <const T extends string>(values: readonly T[]) => string<T>().oneOf(values);
/** Generic over the type rather than the schema, so that response types know what their lists contain. */
export const listOf = <T>(entry: ISchema<T>) => array().of(entry).required();
export const rowsOf = <S extends ObjectShape>(fields: S) => listOf(object(fields));
export const boxFields = {
  x: number().required(),
  y: number().required(),
  width: number().required(),
  height: number().required(),
};
export const box = object(boxFields).required();
/** An object or null. */
export const maybeObject = <S extends ObjectShape>(fields: S) => object(fields).nullable().defined().default(undefined);
export const texts = () => listOf(string().defined());
/** Any type; may be missing. */
export const anything = (): Schema<unknown> => mixed();
export const numbers = () => object().required().meta(note("Milliseconds by part"));
export const nextCursor = () => maybeText().meta(note("For the next page; null: this was the last"));

/** Of a part of a document that people edit on its own. */
export const revision = () => string().defined().meta(note("Sent back with a change; empty: there is none yet"));

export const carriedFrom = () =>
  string().meta(note("Of a run of what failed: the run that has its result. Missing: this one"));
