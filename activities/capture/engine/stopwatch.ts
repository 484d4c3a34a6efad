// How long each phase of a capture took.

export const CAPTURE_PHASES = ["context", "open", "steps", "settle", "shoot", "map"] as const;
export type CapturePhase = (typeof CAPTURE_PHASES)[number];

export type Stopwatch = {
  enter(phase: CapturePhase): void;
  add(timings: Record<string, number>): void;
  /** Milliseconds by phase, and in `total`. */
  stop(): Record<string, number>;
};

export function stopwatch(onProgress: (phase: CapturePhase) => void): Stopwatch {
  const timings: Record<string, number> = {};
  const began = performance.now();
  let phase: CapturePhase | undefined;
  let since = began;
  const leave = (): void => {
    if (phase !== undefined) timings[phase] = Math.round(performance.now() - since);
  };
  return {
    enter(next) {
      leave();
      phase = next;
      since = performance.now();
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
