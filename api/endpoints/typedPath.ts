// Types for clients of the service: a declared path says what goes with a call and what it answers. Only types.
import type { EndpointTypes } from "./byPath.ts";

export type Method = "GET" | "POST" | "DELETE";

/** The declared paths of a method, with parameters as `{name}`. */
export type PathOf<M extends Method> = keyof EndpointTypes extends infer K
  ? K extends `${M} ${infer P}`
    ? P
    : never
  : never;

type At<M extends Method, P extends string> = EndpointTypes[`${M} ${P}` & keyof EndpointTypes];

/** What the endpoint answers in JSON. */
export type AnswerAt<M extends Method, P extends string> = At<M, P>["answer"];

/** What the endpoint takes as its body. */
export type BodyAt<M extends Method, P extends string> = Worded<At<M, P>["body"]>;

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Only the names are held to: values are text on the wire, and a screen takes them from its own address. */
type QueryAt<Q> = { [K in keyof Q]?: string | number | boolean | readonly string[] | null };

/** The parts of one call: those that the endpoint needs are required. */
export type PartsAt<M extends Method, P extends string> = ([NamesIn<P>] extends [never]
  ? object
  : { params: Record<NamesIn<P>, string | number> }) &
  (undefined extends At<M, P>["query"] ? { query?: undefined } : { query?: QueryAt<At<M, P>["query"]> }) &
  BodyPart<BodyAt<M, P>>;

/** A form's words are text to the compiler: the service refuses those that it does not know. */
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

/** Arguments after the path: an object that may be left out where the endpoint needs nothing of it. */
export type ArgsAt<M extends Method, P extends string, Options> =
  Record<never, never> extends PartsAt<M, P> ? [parts?: PartsAt<M, P> & Options] : [parts: PartsAt<M, P> & Options];
