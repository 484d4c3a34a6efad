// Reads and writes the position of a span in its trace. Also used in workflows.

/** A span's position in a trace, as the parent of new spans. */
export type SpanPlace = { traceId: string; spanId: string; sampled: boolean };

/** Header of Temporal's tracing interceptors in all SDKs: `{ traceparent }` as JSON. */
export const TRACE_HEADER = "_tracer-data";

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns the traceparent header of W3C Trace Context, version 00. */
export const traceparentOf = ({ traceId, spanId, sampled }: SpanPlace): string =>
  `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`;

/** Parses a traceparent header; null if it is not valid. */
export function placeOf(traceparent: unknown): SpanPlace | null {
  const [, traceId = "", spanId = "", flags = ""] =
    (typeof traceparent === "string" && TRACEPARENT.exec(traceparent)) || [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/**
 * Returns the span id of a workflow execution. It is derived from the run id, a UUID, so both sides of the sandbox know it without
 * communicating.
 */
export const spanIdOfExecution = (executionId: string): string => executionId.replaceAll("-", "").slice(-16);

/**
 * What a workflow reports about its execution when it ends. `from`: traceparent of the caller; `labels`: search attributes of the
 * workflow. Times are in epoch milliseconds.
 */
export type EndedExecution = {
  labels: Record<string, string>;
  from: string;
  startedAt: number;
  endedAt: number;
  result: "success" | "failure" | "error" | "cancellation" | "continued";
};

/** Sink through which a workflow reports its end. The worker and the sandbox share this type. */
export type TraceSinks = { plumblineTrace: { ended(execution: EndedExecution): void } };
