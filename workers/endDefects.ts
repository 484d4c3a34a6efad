// Ends an activity that repeatedly fails because of a defect; its policy would otherwise retry it forever.
import { ApplicationFailure } from "@temporalio/common";
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory } from "@temporalio/worker";
import { isDefect } from "../activities/defects.ts";
import { messageOf } from "../domain/errors.ts";
import { FAILURES } from "../domain/workflowNames.ts";

/** With the pauses of the policies, this is about 15 s: long enough for failures during an outage that only look like a defect to pass. */
export const MAX_ATTEMPTS = 6;

export const endDefects: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    async execute(input, next) {
      try {
        return await next(input);
      } catch (error) {
        if (info.attempt < MAX_ATTEMPTS || !isDefect(error)) throw error;
        const what = messageOf(error).split("\n")[0]?.slice(0, 300).replace(/\.$/, "") ?? "";
        throw ApplicationFailure.create({
          message: `The work was abandoned after ${info.attempt} attempts with the same failure (${what}): this is a bug, or stored data that cannot be used.`,
          type: FAILURES.invalid,
          nonRetryable: true,
        });
      }
    },
  } satisfies ActivityInboundCallsInterceptor,
});
