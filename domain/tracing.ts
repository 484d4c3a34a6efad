// How the place of a span in its trace is written down. Workflows use it too.

/** Where in a trace something happens: what begins there is a child of this span. */
export type SpanPlace = { traceId: string; spanId: string; sampled: boolean };

/** The header of Temporal's own interceptors, in every language: `{ traceparent }` as JSON. */
export const TRACE_HEADER = "_tracer-data";

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** W3C Trace Context, version 00. */
export const traceparentOf = ({ traceId, spanId, sampled }: SpanPlace): string =>
  `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`;

/** null: it is none. */
export function placeOf(traceparent: unknown): SpanPlace | null {
  const [, traceId = "", spanId = "", flags = ""] =
    (typeof traceparent === "string" && TRACEPARENT.exec(traceparent)) || [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The span of a workflow's execution: both sides of the sandbox know its id without telling each other. A run id is a UUID. */
export const spanIdOfExecution = (executionId: string): string => executionId.replaceAll("-", "").slice(-16);

/**
 * What a workflow tells of its execution when it ends. `from`: the traceparent of what started it; `labels`: its search attributes;
 * times in epoch milliseconds.
 */
export type EndedExecution = {
  labels: Record<string, string>;
  from: string;
  startedAt: number;
  endedAt: number;
  result: "success" | "failure" | "error" | "cancellation" | "continued";
};

/** The sink through which a workflow tells it: the worker's side and the sandbox's agree on this. */
export type TraceSinks = { plumblineTrace: { ended(execution: EndedExecution): void } };
