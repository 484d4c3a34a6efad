// How much longer a test may take than its limit says. A limit is there to end what hangs; it says how long the work takes where
// nothing else runs. The whole suite shares a few cores between many files, so there every limit is stretched: `run.ts` sets by
// how much, and loads this file into each of mocha's processes.
import mocha from "mocha";

/** By this every limit of a test, a hook and a wait is multiplied. */
export const TIMEOUT_FACTOR = Number(process.env.PLUMBLINE_TEST_TIMEOUT_FACTOR ?? 1);

const { prototype } = mocha.Runnable;
const timeout = prototype.timeout as (this: Mocha.Runnable, ms?: string | number) => unknown;

/** Suites hand their limit to their tests and hooks by this function, so each limit is stretched once. */
function patient(this: Mocha.Runnable, ms?: string | number): unknown {
  if (ms === undefined) return timeout.call(this);
  return timeout.call(this, typeof ms === "number" ? ms * TIMEOUT_FACTOR : ms);
}

if (TIMEOUT_FACTOR !== 1) prototype.timeout = patient as typeof prototype.timeout;
