// How long this worker's browsers take for a screenshot, a page or a scenario: what a queue's length means in time.
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory } from "@temporalio/worker";
import type { Pace } from "../domain/durable/load.ts";

/** What a run counts as its parts. */
const PARTS = new Set(["captureShot", "gatherPage", "runScenarioAttempt"]);
/** One more weighs so much beside what was before: the last 50 count. */
const SHARE = 1 / 50;

export type PaceMeter = { interceptor: ActivityInterceptorsFactory; pace(): Pace | null };

export function createPaceMeter(slots: number, now: () => number = () => performance.now()): PaceMeter {
  let seconds: number | null = null;
  return {
    pace: () => (seconds === null ? null : { slots, seconds: Math.round(seconds * 100) / 100 }),
    interceptor: ({ info }) => ({
      inbound: {
        async execute(input, next) {
          const began = now();
          const answer = await next(input);
          if (PARTS.has(info.activityType)) {
            const took = Math.max(0.01, (now() - began) / 1_000);
            seconds = seconds === null ? took : seconds + (took - seconds) * SHARE;
          }
          return answer;
        },
      } satisfies ActivityInboundCallsInterceptor,
    }),
  };
}
