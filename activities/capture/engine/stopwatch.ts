// Measures the phases of a capture.
import { beginHere, type OpenSpan } from "../../../platform/tracing/spans.ts";

export const CAPTURE_PHASES = ["context", "open", "steps", "settle", "shoot", "map"] as const;
export type CapturePhase = (typeof CAPTURE_PHASES)[number];

export type Stopwatch = {
  enter(phase: CapturePhase): void;
  add(timings: Record<string, number>): void;
  /** Returns ms by phase, and in `total`. */
  stop(): Record<string, number>;
};

export function stopwatch(onProgress: (phase: CapturePhase) => void): Stopwatch {
  const timings: Record<string, number> = {};
  const began = performance.now();
  let phase: CapturePhase | undefined;
  let since = began;
  let span: OpenSpan | null = null;
  const leave = (): void => {
    if (phase !== undefined) timings[phase] = Math.round(performance.now() - since);
    span?.end();
  };
  return {
    enter(next) {
      leave();
      phase = next;
      since = performance.now();
      span = beginHere(`capture ${next}`);
      onProgress(next);
    },
    add: (more) => void Object.assign(timings, more),
    stop() {
      leave();
      timings.total = Math.round(performance.now() - began);
      return timings;
    },
  };
}
