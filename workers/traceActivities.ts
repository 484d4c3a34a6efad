// The worker's part of traces: a span for each attempt of an activity, and one for each execution of a workflow.
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory, InjectedSinks } from "@temporalio/worker";
import type { TraceSinks } from "../domain/tracing.ts";
import { beginSpan, withSpan } from "../platform/tracing/spans.ts";
import { placeIn, spanOfExecution } from "../platform/tracing/temporal.ts";

/** Work that belongs to no trace, such as housekeeping, gets no span. */
export const traceActivities: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    async execute(input, next) {
      const parent = placeIn(input.headers);
      if (parent === null) return next(input);
      const span = beginSpan({
        name: `RunActivity:${info.activityType}`,
        kind: "consumer",
        parent,
        attributes: {
          "cicd.pipeline.task.name": info.activityType,
          "cicd.pipeline.task.type": "test",
          "cicd.pipeline.task.run.id": `${info.activityId}-${info.attempt}`,
          "temporal.activity.attempt": info.attempt,
          "temporal.task_queue": info.taskQueue,
          ...(info.workflowExecution && { "cicd.pipeline.run.id": info.workflowExecution.workflowId }),
        },
      });
      return withSpan(span, () => next(input));
    },
  } satisfies ActivityInboundCallsInterceptor,
});

/** Registered in every worker, because another process may have started the trace. Without traces they do nothing. */
export const traceSinks: InjectedSinks<TraceSinks> = {
  plumblineTrace: { ended: { fn: (info, ended) => spanOfExecution(info, ended) } },
};
