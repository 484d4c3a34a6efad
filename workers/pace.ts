// Measures how long this worker's browsers take for a screenshot, a page or a scenario, so that the length of a queue can be converted to
// time.
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory } from "@temporalio/worker";
import type { Pace } from "../domain/durable/load.ts";

/** Activities that a run counts as its parts. */
const PARTS = new Set(["captureShot", "gatherPage", "runScenarioAttempt"]);
/** The mean covers this many parts; after that, each new part replaces 1/50 of the mean, so that recent parts count more. */
const COUNTED = 50;

export type PaceMeter = { interceptor: ActivityInterceptorsFactory; pace(): Pace | null };

export function createPaceMeter(slots: number, now: () => number = () => performance.now()): PaceMeter {
  let seconds = 0;
  let parts = 0;
  return {
    pace: () => (parts === 0 ? null : { slots, seconds: Math.round(seconds * 100) / 100 }),
    interceptor: ({ info }) => ({
      inbound: {
        async execute(input, next) {
          const began = now();
          const answer = await next(input);
          if (PARTS.has(info.activityType)) {
            const took = Math.max(0.01, (now() - began) / 1_000);
            parts = Math.min(parts + 1, COUNTED);
            seconds += (took - seconds) / parts;
          }
          return answer;
        },
      } satisfies ActivityInboundCallsInterceptor,
    }),
  };
}
