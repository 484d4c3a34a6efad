// Decides whether the clock of the machine that cleans up can be trusted. It alone determines what has expired, and deletion is
// irreversible.

const DAY_MS = 86_400_000;
/** A clock that is off by more would delete runs that have not expired. */
const MAX_OFF_MS = DAY_MS;

/** Times that the clock is compared with; null if unknown. */
export type KnownTimes = {
  /** Current time of the database's machine. */
  database: Date | null;
  /** Time of the last write caused by people or CI. */
  newestWrite: Date | null;
  /** End of the last cleanup. */
  lastSweep: Date | null;
};

/** `why`: two sentences. `quiet`: nobody has used the service recently, so nothing confirms the clock; a weekend is enough. */
export type ClockProblem = { why: string; quiet: boolean };

/** Returns why nothing may be deleted with this clock, or null if it can be trusted. */
export function clockProblem(now: Date, { database, newestWrite, lastSweep }: KnownTimes): ClockProblem | null {
  const at = now.toISOString();
  const wrong = (rest: string) => ({ why: `The clock of the worker's machine says ${at}, ${rest}`, quiet: false });
  const off = (other: Date): number => now.getTime() - other.getTime();
  if (database && Math.abs(off(database)) > MAX_OFF_MS)
    return wrong(
      `that of the database ${database.toISOString()}. Correct the one that is wrong: until then nothing is deleted.`,
    );
  const later = [lastSweep, newestWrite].find((one) => one !== null && off(one) < -MAX_OFF_MS);
  if (later)
    return wrong(
      `but something was already written at ${later.toISOString()}. Correct the clock: until then nothing is deleted.`,
    );
  if (newestWrite && off(newestWrite) > MAX_OFF_MS)
    return {
      why: `Nothing was written since ${newestWrite.toISOString()}, and the clock of the worker's machine says ${at}. Nothing is deleted until somebody uses the service again.`,
      quiet: true,
    };
  return null;
}
