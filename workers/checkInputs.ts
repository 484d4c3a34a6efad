// Refuses an activity before it does anything if its input is not one that the workflows would pass.
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

/** Returns the activities of a worker. Throws if one has no declared input shape, because it would refuse every call. */
export function withShapes<A extends object>(activities: A): A {
  const missing = Object.keys(activities).filter((name) => !Object.hasOwn(ACTIVITY_INPUTS, name));
  if (missing.length > 0)
    throw new Error(`These activities have no shape in activities/inputs.ts: ${missing.join(", ")}.`);
  return activities;
}
