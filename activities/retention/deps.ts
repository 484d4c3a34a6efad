import type { CommonDeps } from "../commonDeps.ts";

/** What a cleanup stands on. */
export type CleanupDeps = Pick<CommonDeps, "config" | "models" | "artifacts" | "now" | "log" | "ulid">;

/** How an activity works: it can be told to stop, and says what it does. */
export type Working = { signal: AbortSignal; note(phase: string): void };
