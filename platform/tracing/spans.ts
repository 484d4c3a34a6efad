// What the service says of its work in traces. Nothing of OpenTelemetry is loaded by this file, and while no tracing is set every
// function here only calls the work.
import { AsyncLocalStorage } from "node:async_hooks";
import type { SpanPlace } from "../../domain/tracing.ts";

/** Never an address of a site with its query, never a header, a value that was typed, or a message of an error. */
export type SpanAttributes = Record<string, string | number | boolean>;

export type SpanStart = {
  name: string;
  kind?: "internal" | "server" | "client" | "producer" | "consumer";
  attributes?: SpanAttributes;
  /** null: it begins a trace. */
  parent: SpanPlace | null;
  /** Epoch milliseconds; now, unless given. */
  at?: number;
  /** Where others know it by this id already. */
  spanId?: string;
};

export type OpenSpan = {
  readonly place: SpanPlace;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** `type`: the error's class, or a status; its message may hold what belongs to a site. */
  fail(type: string): void;
  /** `at`: epoch milliseconds; now, unless given. */
  end(at?: number): void;
};

export type Tracing = { begin(start: SpanStart): OpenSpan; stop(): Promise<void> };

let tracing: Tracing | null = null;
const places = new AsyncLocalStorage<SpanPlace>();

/** For the process, once at its start. */
export function setTracing(one: Tracing | null): void {
  tracing = one;
}

export const isTracing = (): boolean => tracing !== null;

/** Where the caller is in a trace; undefined: in none. */
export const currentPlace = (): SpanPlace | undefined => places.getStore();

/** Begins a span, which the caller ends. null: traces are off. */
export const beginSpan = (start: SpanStart): OpenSpan | null => tracing?.begin(start) ?? null;

/** Work that belongs to a span. */
export const inSpan = <T>(span: OpenSpan, work: () => T): T => places.run(span.place, work);

export const errorType = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  return "type" in error && typeof error.type === "string" && error.type !== "" ? error.type : error.name;
};

/** Begins a span in the caller's trace, from which it ends when `end` is called; null: there is no trace. */
export function beginHere(name: string, attributes?: SpanAttributes, kind?: SpanStart["kind"]): OpenSpan | null {
  const parent = tracing && places.getStore();
  if (!parent) return null;
  return beginSpan({ name, parent, ...(attributes && { attributes }), ...(kind && { kind }) });
}

/** Work with a span around it; of `given`, the span that holds it, which then ends with it. */
export async function withSpan<T>(span: OpenSpan | null, work: () => Promise<T>): Promise<T> {
  if (span === null) return work();
  try {
    return await inSpan(span, work);
  } catch (error) {
    span.fail(errorType(error));
    throw error;
  } finally {
    span.end();
  }
}
