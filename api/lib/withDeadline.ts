// Time limit for checking a part that the service depends on.
import { withinMs } from "../../platform/withinMs.ts";

const DEADLINE_MS = 3_000;

/** Resolves with the result of the work; rejects if it takes longer than 3 s. The work itself continues. */
export const withDeadline = async <T>(work: () => Promise<T>): Promise<T> =>
  withinMs(DEADLINE_MS, work(), () => {
    throw new Error(`no answer within ${DEADLINE_MS} ms`);
  });
