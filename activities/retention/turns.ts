// Each batch that a sweep deletes has a turn of its own, between those of backups.
import { inSweepTurn, type SweepTurn } from "../../models/backups/lease.ts";
import { notePhase } from "../../models/cleanups/queries.ts";
import type { CleanupDeps, Working } from "./deps.ts";

export type Turns = <T>(work: (turn: SweepTurn) => Promise<T>) => Promise<T>;

/** While a backup is under way the sweep waits, and says so. */
export function turnsOf({ models, ulid }: CleanupDeps, cleanupId: string, { signal, note }: Working): Turns {
  const holder = ulid();
  const waiting = async () => {
    note("waiting for a backup");
    await notePhase(models, cleanupId, "waiting for a backup");
  };
  return (work) => inSweepTurn(models, { holder, signal, waiting }, work);
}
