// Types for reading some fields of a document: the result has those fields and no others.

/** The fields to read; all by default. `_id` is always included. */
export type Fields<T, F extends keyof T> = Readonly<Record<F, 1>>;

/** A document with these fields. */
export type Row<T extends { _id: string }, F extends keyof T = keyof T> = Pick<T, "_id" | F>;
