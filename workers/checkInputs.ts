// Refuses an activity whose input no workflow of ours would give, before it does anything.
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory } from "@temporalio/worker";
import { invalid } from "../activities/failures.ts";
import { ACTIVITY_INPUTS, inputProblem } from "../activities/inputs.ts";

export const checkInputs: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    async execute(input, next) {
      const problem = inputProblem(info.activityType, input.args);
      if (problem !== null) throw invalid(`The activity ${info.activityType} was not started: ${problem}.`);
      return next(input);
    },
  } satisfies ActivityInboundCallsInterceptor,
});

/** The activities of a worker. Throws for one whose input has no shape: it would refuse every call. */
export function withShapes<A extends object>(activities: A): A {
  const missing = Object.keys(activities).filter((name) => !Object.hasOwn(ACTIVITY_INPUTS, name));
  if (missing.length > 0)
    throw new Error(`These activities have no shape in activities/inputs.ts: ${missing.join(", ")}.`);
  return activities;
}
