import type { CommonDeps } from "../commonDeps.ts";

/** What a cleanup stands on. `databaseNow`: the time of the database's machine, null where it does not say; asks the database unless given. */
export type CleanupDeps = Pick<CommonDeps, "config" | "models" | "artifacts" | "now" | "log" | "ulid"> & {
  databaseNow?: () => Promise<Date | null>;
};

/** How an activity works: it can be told to stop, and says what it does. */
export type Working = { signal: AbortSignal; note(phase: string): void };
