// Propagates the trace of whoever started a workflow to its activities and children. Only adds headers, and only if the workflow was started
// with a trace: headers are not commands, so histories replay whether or not traces are on. Deterministic.
import { defaultPayloadConverter, type Payload } from "@temporalio/common";
import {
  ContinueAsNew,
  isCancellation,
  proxySinks,
  type WorkflowInterceptorsFactory,
  workflowInfo,
} from "@temporalio/workflow";
import {
  type EndedExecution,
  placeOf,
  spanIdOfExecution,
  TRACE_HEADER,
  type TraceSinks,
  traceparentOf,
} from "../domain/tracing.ts";

type Given = { payload: Payload; traceparent: string };

function givenBy(payload: Payload | undefined): Given | null {
  if (payload === undefined) return null;
  try {
    const { traceparent } = defaultPayloadConverter.fromPayload<{ traceparent?: string }>(payload);
    return placeOf(traceparent) && traceparent ? { payload, traceparent } : null;
  } catch {
    return null;
  }
}

/** Returns the trace context for the workflow's activities and children, whose parent is the execution's own span. */
function ownPayload({ traceparent }: Given): Payload | null {
  const place = placeOf(traceparent);
  if (place === null) return null;
  const own = traceparentOf({ ...place, spanId: spanIdOfExecution(workflowInfo().runId) });
  return defaultPayloadConverter.toPayload({ traceparent: own });
}

/** Returns the result in the terms of the semantic conventions for pipelines. */
function resultOf(value: unknown): EndedExecution["result"] {
  const verdict = typeof value === "object" && value !== null && "verdict" in value ? value.verdict : "pass";
  return verdict === "fail" ? "failure" : "success";
}

const failureOf = (error: unknown): EndedExecution["result"] =>
  error instanceof ContinueAsNew ? "continued" : isCancellation(error) ? "cancellation" : "error";

const labels = (): Record<string, string> =>
  Object.fromEntries(
    workflowInfo()
      .typedSearchAttributes.getAll()
      .map(({ key, value }) => [key.name, String(value)]),
  );

export const interceptors: WorkflowInterceptorsFactory = () => {
  let given: Given | null = null;
  let own: Payload | null = null;
  const passOn = <I extends { readonly headers: Record<string, Payload> }>(input: I, payload: Payload | null): I =>
    payload === null ? input : { ...input, headers: { ...input.headers, [TRACE_HEADER]: payload } };
  return {
    inbound: [
      {
        async execute(input, next) {
          given = givenBy(input.headers[TRACE_HEADER]);
          if (given === null) return next(input);
          own = ownPayload(given);
          const { plumblineTrace } = proxySinks<TraceSinks>();
          const startedAt = workflowInfo().startTime.getTime();
          const tell = (result: EndedExecution["result"]) => {
            const from = given?.traceparent ?? "";
            plumblineTrace.ended({ from, startedAt, endedAt: Date.now(), result, labels: labels() });
          };
          try {
            const value = await next(input);
            tell(resultOf(value));
            return value;
          } catch (error) {
            tell(failureOf(error));
            throw error;
          }
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(passOn(input, own)),
        startChildWorkflowExecution: (input, next) => next(passOn(input, own)),
        continueAsNew: (input, next) => next(passOn(input, given?.payload ?? null)),
      },
    ],
  };
};
