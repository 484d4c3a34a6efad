// Multiplies the timeouts of tests. A timeout ends tests that hang; its value reflects how long the work takes if nothing else runs. In the
// whole suite many files share a few cores, so every timeout is multiplied: `run.ts` sets the factor and loads this file into each of
// mocha's processes.
import mocha from "mocha";

/** Factor by which every timeout of a test, a hook and a wait is multiplied. */
export const TIMEOUT_FACTOR = Number(process.env.PLUMBLINE_TEST_TIMEOUT_FACTOR ?? 1);

const { prototype } = mocha.Runnable;
const timeout = prototype.timeout as (this: Mocha.Runnable, ms?: string | number) => unknown;

/** Suites pass their timeout to their tests and hooks through this function, so each timeout is multiplied once. */
function patient(this: Mocha.Runnable, ms?: string | number): unknown {
  if (ms === undefined) return timeout.call(this);
  return timeout.call(this, typeof ms === "number" ? ms * TIMEOUT_FACTOR : ms);
}

if (TIMEOUT_FACTOR !== 1) prototype.timeout = patient as typeof prototype.timeout;
