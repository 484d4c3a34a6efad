// Refuses an activity whose input no workflow of ours would give, before it does anything.
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory } from "@temporalio/worker";
import { invalid } from "../activities/failures.ts";
import { inputProblem } from "../activities/inputs.ts";

export const checkInputs: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    async execute(input, next) {
      const problem = inputProblem(info.activityType, input.args);
      if (problem !== null) throw invalid(`The activity ${info.activityType} was not begun: ${problem}.`);
      return next(input);
    },
  } satisfies ActivityInboundCallsInterceptor,
});
