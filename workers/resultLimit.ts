// Refuses activity results that are too large for a workflow history; Temporal itself would retry them forever.

import { ApplicationFailure } from "@temporalio/common";
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory } from "@temporalio/worker";

/** Bytes of JSON. Temporal refuses 2 MB, and a run has hundreds of results. */
export const RESULT_LIMIT = 200_000;

export const resultLimit: ActivityInterceptorsFactory = () => ({
  inbound: {
    async execute(input, next) {
      const result = await next(input);
      const size = JSON.stringify(result ?? null).length;
      if (size > RESULT_LIMIT)
        throw ApplicationFailure.nonRetryable(
          `An activity's result of ${size} bytes is over the limit of ${RESULT_LIMIT}: large data belongs in the artifact store.`,
        );
      return result;
    },
  } satisfies ActivityInboundCallsInterceptor,
});
