// What the service records about its work in traces. This file loads nothing of OpenTelemetry, and while no tracing is set every function
// here only calls the work.
import { AsyncLocalStorage } from "node:async_hooks";
import type { SpanPlace } from "../../domain/tracing.ts";

/** Never contains a site address with its query, a header, typed values, or an error message. */
export type SpanAttributes = Record<string, string | number | boolean>;

export type SpanStart = {
  name: string;
  kind?: "internal" | "server" | "client" | "producer" | "consumer";
  attributes?: SpanAttributes;
  /** null begins a new trace. */
  parent: SpanPlace | null;
  /** Epoch milliseconds; now by default. */
  at?: number;
  /** Set if others already refer to the span by this id. */
  spanId?: string;
};

export type OpenSpan = {
  readonly place: SpanPlace;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** `type`: the error's class, or a status; not its message, which may contain data of a site. */
  fail(type: string): void;
  /** `at`: epoch milliseconds; now by default. */
  end(at?: number): void;
};

export type Tracing = { begin(start: SpanStart): OpenSpan; stop(): Promise<void> };

let tracing: Tracing | null = null;
const places = new AsyncLocalStorage<SpanPlace>();

/** Sets the tracing of the process, once at its start. */
export function setTracing(one: Tracing | null): void {
  tracing = one;
}

export const isTracing = (): boolean => tracing !== null;

/** Returns the caller's place in a trace, or undefined outside of any trace. */
export const currentPlace = (): SpanPlace | undefined => places.getStore();

/** Begins a span, which the caller ends. Returns null if traces are off. */
export const beginSpan = (start: SpanStart): OpenSpan | null => tracing?.begin(start) ?? null;

/** Runs work that belongs to a span. */
export const inSpan = <T>(span: OpenSpan, work: () => T): T => places.run(span.place, work);

export const errorType = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  return "type" in error && typeof error.type === "string" && error.type !== "" ? error.type : error.name;
};

/** Begins a span in the caller's trace, which the caller ends. Returns null if there is no trace. */
export function beginHere(name: string, attributes?: SpanAttributes, kind?: SpanStart["kind"]): OpenSpan | null {
  const parent = tracing && places.getStore();
  if (!parent) return null;
  return beginSpan({ name, parent, ...(attributes && { attributes }), ...(kind && { kind }) });
}

/** Runs work in a span and ends the span with it; without a span, only runs the work. */
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
