// The types of declared answers: what a caller reads, and what an operation may return for it.
import type { InferType } from "yup";
import type { NamedSchema } from "./named.ts";

type Declared = { readonly json?: NamedSchema | readonly NamedSchema[]; readonly schema?: unknown };

type JsonOf<A> = A extends { readonly json: readonly (infer N extends NamedSchema)[] }
  ? InferType<N["schema"]>
  : A extends { readonly json: infer N extends NamedSchema }
    ? InferType<N["schema"]>
    : A extends { readonly schema: unknown }
      ? unknown
      : never;

/** What the declared answers hold: one of them. Unknown where no yup schema says it. */
export type AnswerIn<S extends { readonly [status: number]: Declared }> = [JsonOf<S[keyof S]>] extends [never]
  ? unknown
  : JsonOf<S[keyof S]>;

/** What JSON.stringify writes as a `T`: a time may still be a Date, a list may be read-only. */
export type Jsonable<T> = 0 extends 1 & T
  ? T
  : T extends string
    ? string extends T
      ? T | Date
      : T
    : T extends readonly (infer E)[]
      ? readonly Jsonable<E>[]
      : T extends object
        ? { [K in keyof T]: Jsonable<T[K]> }
        : T;
