// Types of declared responses: what a caller reads, and what an operation may return for it.
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

/** Union of the declared JSON responses; unknown if no yup schema describes them. */
export type AnswerIn<S extends { readonly [status: number]: Declared }> = [JsonOf<S[keyof S]>] extends [never]
  ? unknown
  : JsonOf<S[keyof S]>;

/** Values that JSON.stringify turns into a `T`: lists may be read-only. Times are already strings, because operations return no Date. */
export type Jsonable<T> = T extends readonly (infer E)[]
  ? readonly Jsonable<E>[]
  : T extends object
    ? { [K in keyof T]: Jsonable<T[K]> }
    : T;
