// Whether the clock of the machine that sweeps can be trusted: what is past its time follows from it alone, and what is deleted is gone.

const DAY_MS = 86_400_000;
/** A clock that is off by more deletes what is not past its time. */
const MAX_OFF_MS = DAY_MS;

/** What the clock is compared with; null: not known. */
export type KnownTimes = {
  /** Of the database's machine, now. */
  database: Date | null;
  /** When anything was last written that people or CI did. */
  newestWrite: Date | null;
  /** When the last sweep ended. */
  lastSweep: Date | null;
};

/** `why`: in two sentences. `quiet`: nobody used the service lately, so that nothing tells of the clock; a weekend is enough. */
export type ClockProblem = { why: string; quiet: boolean };

/** Why nothing may be deleted by this clock; null: it may. */
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
