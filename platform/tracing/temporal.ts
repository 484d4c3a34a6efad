// Carries a trace through Temporal: from the caller that starts a workflow to the workflow (workflows/traceHeaders.ts) and its activities.
import type { WorkflowClientInterceptor, WorkflowSignalWithStartInput, WorkflowStartInput } from "@temporalio/client";
import { defaultPayloadConverter, type Headers } from "@temporalio/common";
import {
  type EndedExecution,
  placeOf,
  type SpanPlace,
  spanIdOfExecution,
  TRACE_HEADER,
  traceparentOf,
} from "../../domain/tracing.ts";
import { SEARCH_ATTRIBUTES } from "../../domain/workflowNames.ts";
import { beginSpan, currentPlace, type OpenSpan, withSpan } from "./spans.ts";

const payloadOf = (place: SpanPlace) => defaultPayloadConverter.toPayload({ traceparent: traceparentOf(place) });

/** Returns the place in a header, or null if there is none. */
export function placeIn(headers: Headers): SpanPlace | null {
  const payload = headers[TRACE_HEADER];
  if (payload === undefined) return null;
  try {
    return placeOf(defaultPayloadConverter.fromPayload<{ traceparent?: unknown }>(payload).traceparent);
  } catch {
    return null;
  }
}

/** For clients: a workflow that is started outside of any trace begins one. */
export function traceStarts(): WorkflowClientInterceptor {
  const begin = (workflowType: string, workflowId: string): OpenSpan | null =>
    beginSpan({
      name: `StartWorkflow:${workflowType}`,
      kind: "producer",
      parent: currentPlace() ?? null,
      attributes: { "temporal.workflow.id": workflowId },
    });
  const traced = <I extends WorkflowStartInput | WorkflowSignalWithStartInput, R>(
    input: I,
    next: (input: I) => Promise<R>,
  ): Promise<R> => {
    const span = begin(input.workflowType, input.options.workflowId);
    if (!span) return next(input);
    return withSpan(span, () =>
      next({ ...input, headers: { ...input.headers, [TRACE_HEADER]: payloadOf(span.place) } }),
    );
  };
  return { start: traced, signalWithStart: traced };
}

type Execution = {
  workflowId: string;
  workflowType: string;
  runId: string;
  taskQueue: string;
};

/** Writes the span of a whole execution when it ends: a pipeline run whose tasks are the activities. */
export function spanOfExecution(info: Execution, { from, startedAt, endedAt, result, labels }: EndedExecution): void {
  const label = (name: string, attribute: string) => (labels[name] ? { [attribute]: labels[name] } : {});
  const type = labels[SEARCH_ATTRIBUTES.runType] ?? info.workflowType;
  const span = beginSpan({
    name: `RUN ${type}`,
    kind: "server",
    parent: placeOf(from),
    at: startedAt,
    spanId: spanIdOfExecution(info.runId),
    attributes: {
      "cicd.pipeline.name": type,
      "cicd.pipeline.action.name": "RUN",
      "cicd.pipeline.run.id": info.workflowId,
      ...(result !== "continued" && { "cicd.pipeline.result": result }),
      "temporal.workflow.type": info.workflowType,
      "temporal.run.id": info.runId,
      ...label(SEARCH_ATTRIBUTES.project, "plumbline.project"),
      ...label(SEARCH_ATTRIBUTES.environment, "plumbline.environment"),
    },
  });
  if (result === "error") span?.fail("error");
  span?.end(endedAt);
}
