import { notePhase } from "../../models/cleanups/queries.ts";
import { type Turns, turnsBetweenBackups } from "../backupTurns.ts";
import type { CommonDeps } from "../commonDeps.ts";

/** What a cleanup stands on. `databaseNow`: the time of the database's machine, null where it does not say; asks the database unless given. */
export type CleanupDeps = Pick<CommonDeps, "config" | "models" | "artifacts" | "now" | "log" | "ulid"> & {
  databaseNow?: () => Promise<Date | null>;
};

/** How an activity works: it can be told to stop, and says what it does. */
export type Working = { signal: AbortSignal; note(phase: string): void };

/** The turns of a sweep that says `phase` of itself. */
export const turnsOf = (deps: CleanupDeps, cleanupId: string, phase: string, working: Working): Turns =>
  turnsBetweenBackups(deps, { ...working, phase, write: (now) => notePhase(deps.models, cleanupId, now) });
