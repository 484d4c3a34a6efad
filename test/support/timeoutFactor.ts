// Extends the timeouts of tests. A timeout ends tests that hang; its value reflects how long the work takes if nothing else runs. In the
// whole suite many files share a few cores, so short timeouts are multiplied: `run.ts` sets the factor and loads this file into each of
// mocha's processes. Longer ones already allow for a busy machine, and a test that hangs should not cost more than it says.
import mocha from "mocha";

/** Factor by which the timeouts of tests, hooks and waits are multiplied. */
export const TIMEOUT_FACTOR = Number(process.env.PLUMBLINE_TEST_TIMEOUT_FACTOR ?? 1);
/** No timeout becomes longer than this by being multiplied. */
const MAX_EXTENDED_MS = 120_000;

/** Returns the timeout on a machine that many test files share. */
export const extended = (ms: number): number => Math.max(ms, Math.min(ms * TIMEOUT_FACTOR, MAX_EXTENDED_MS));

const { prototype } = mocha.Runnable;
const timeout = prototype.timeout as (this: Mocha.Runnable, ms?: string | number) => unknown;

/** Suites pass their timeout to their tests and hooks through this function, so each timeout is extended once. */
function patient(this: Mocha.Runnable, ms?: string | number): unknown {
  if (ms === undefined) return timeout.call(this);
  return timeout.call(this, typeof ms === "number" ? extended(ms) : ms);
}

if (TIMEOUT_FACTOR !== 1) prototype.timeout = patient as typeof prototype.timeout;
