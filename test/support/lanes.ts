// What of a test file the lane runs. `npm test` runs what every change needs; `npm run test:full`, and a file that is named, everything.

/** Set by test/support/run.ts. */
export const isFullLane = process.env.PLUMBLINE_TEST_LANE !== "default";

/** A rarer case, or a promise that a cheaper test of the default lane holds in the main: only the full lane has it. */
export function itInFullLane(title: string, body: Mocha.Func | Mocha.AsyncFunc): void {
  if (isFullLane) it(title, body as Mocha.Func);
}

/** The same for a group. */
export function inFullLane(register: () => void): void {
  if (isFullLane) register();
}

/** Of several values that hold one promise: all of them in the full lane, the first one in the other. */
export function byLane<T>(values: readonly T[]): readonly T[] {
  return isFullLane ? values : values.slice(0, 1);
}
