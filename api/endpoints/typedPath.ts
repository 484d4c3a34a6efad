// Types for clients of the service: a declared path determines the parts of a call and its response. Types only.
import type { EndpointTypes } from "./byPath.ts";

export type Method = "GET" | "POST" | "DELETE";

/** Declared paths of a method, with parameters as `{name}`. */
export type PathOf<M extends Method> = keyof EndpointTypes extends infer K
  ? K extends `${M} ${infer P}`
    ? P
    : never
  : never;

type At<M extends Method, P extends string> = EndpointTypes[`${M} ${P}` & keyof EndpointTypes];

/** JSON response of the endpoint. */
export type AnswerAt<M extends Method, P extends string> = At<M, P>["answer"];

/** Request body of the endpoint. */
export type BodyAt<M extends Method, P extends string> = Worded<At<M, P>["body"]>;

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Only the names are checked: values are text on the wire, and a screen takes them from its own URL. */
type QueryAt<Q> = { [K in keyof Q]?: string | number | boolean | readonly string[] | null };

/** Parts of a call; those that the endpoint needs are required. */
export type PartsAt<M extends Method, P extends string> = ([NamesIn<P>] extends [never]
  ? object
  : { params: Record<NamesIn<P>, string | number> }) &
  (undefined extends At<M, P>["query"] ? { query?: undefined } : { query?: QueryAt<At<M, P>["query"]> }) &
  BodyPart<BodyAt<M, P>>;

/** Widens literal types to string, because a form's values are strings to the compiler; the service rejects unknown ones. */
type Worded<T> = T extends string
  ? string
  : T extends readonly (infer E)[]
    ? readonly Worded<E>[]
    : T extends object
      ? { [K in keyof T]: Worded<T[K]> }
      : T;

type BodyPart<B> = undefined extends B
  ? { body?: Record<never, never> }
  : Record<never, never> extends B
    ? { body?: B }
    : { body: B };

/** Arguments after the path; the object is optional if the endpoint needs nothing from it. */
export type ArgsAt<M extends Method, P extends string, Options> =
  Record<never, never> extends PartsAt<M, P> ? [parts?: PartsAt<M, P> & Options] : [parts: PartsAt<M, P> & Options];
