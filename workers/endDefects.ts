// Gives an activity up that fails by a defect again and again, where its policy would retry it for ever.
import { ApplicationFailure } from "@temporalio/common";
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory } from "@temporalio/worker";
import { isDefect } from "../activities/defects.ts";
import { messageOf } from "../domain/errors.ts";
import { FAILURES } from "../domain/workflowNames.ts";

/** With the pauses of the policies this is about 15 s: what only looks like a defect, in the middle of an outage, has passed by then. */
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
          message: `The work was given up after ${info.attempt} attempts that failed alike (${what}): this is a defect, or something stored that cannot be used.`,
          type: FAILURES.invalid,
          nonRetryable: true,
        });
      }
    },
  } satisfies ActivityInboundCallsInterceptor,
});
