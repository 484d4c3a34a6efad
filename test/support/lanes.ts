// Selects which tests of a file the lane runs. `npm test` runs what every change needs; `npm run test:full`, or naming a file, runs
// everything.

/** Set by test/support/run.ts. */
export const isFullLane = process.env.PLUMBLINE_TEST_LANE !== "default";

/** Declares a test that only the full lane runs: a rarer case, or a guarantee that a cheaper test of the default lane mostly covers. */
export function itInFullLane(title: string, body: Mocha.Func | Mocha.AsyncFunc): void {
  if (isFullLane) it(title, body as Mocha.Func);
}

/** Declares a group that only the full lane runs. */
export function inFullLane(register: () => void): void {
  if (isFullLane) register();
}

/** Returns all of several equivalent values in the full lane, and only the first in the default lane. */
export function byLane<T>(values: readonly T[]): readonly T[] {
  return isFullLane ? values : values.slice(0, 1);
}
