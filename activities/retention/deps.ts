import { notePhase } from "../../models/cleanups/queries.ts";
import { type Turns, turnsBetweenBackups } from "../backupTurns.ts";
import type { CommonDeps } from "../commonDeps.ts";

/** Dependencies of a cleanup. `databaseNow`: the clock of the database's machine, null if it does not report it; queries the database by default. */
export type CleanupDeps = Pick<CommonDeps, "config" | "models" | "artifacts" | "now" | "log" | "ulid"> & {
  databaseNow?: () => Promise<Date | null>;
};

/** Context of an activity: its cancellation signal, and how it reports progress. */
export type Working = { signal: AbortSignal; note(phase: string): void };

export type Sweep = Working & { cleanupId: string };

/** Returns the turns of a sweep whose reported phase is `phase`. */
export const turnsOf = (deps: CleanupDeps, cleanupId: string, phase: string, working: Working): Turns =>
  turnsBetweenBackups(deps, { ...working, phase, write: (now) => notePhase(deps.models, cleanupId, now) });
