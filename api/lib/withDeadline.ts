// How long a part that the service stands on may take to say that it is there.
import { withinMs } from "../../platform/withinMs.ts";

const DEADLINE_MS = 3_000;

/** What the work answers; rejects where it takes longer than 3 s. The work itself goes on. */
export const withDeadline = async <T>(work: () => Promise<T>): Promise<T> =>
  withinMs(DEADLINE_MS, work(), () => {
    throw new Error(`no answer within ${DEADLINE_MS} ms`);
  });
