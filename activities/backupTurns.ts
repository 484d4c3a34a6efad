// Interleaves deletion with backups for sweeps and erasures: each batch of deletions takes its own turn between backups.
import { WAITING_FOR_BACKUP } from "../domain/erasure/erasure.ts";
import { inSweepTurn, type SweepTurn } from "../models/backups/lease.ts";
import type { CommonDeps } from "./commonDeps.ts";

export type Turns = <T>(work: (turn: SweepTurn) => Promise<T>) => Promise<T>;

/** `phase`: description of the work, reported again after a wait. `write` stores it for display. */
export type Deleter = {
  signal: AbortSignal;
  note(phase: string): void;
  phase: string;
  write(phase: string): Promise<void>;
};

/** Returns the turns of this deleter. While a backup is running the work waits, and reports that. */
export function turnsBetweenBackups(
  { models, ulid }: Pick<CommonDeps, "models" | "ulid">,
  { signal, note, phase, write }: Deleter,
): Turns {
  const holder = ulid();
  const say = async (what: string) => {
    note(what);
    await write(what);
  };
  return (work) => {
    let waited = false;
    const waiting = async () => {
      waited = true;
      await say(WAITING_FOR_BACKUP);
    };
    return inSweepTurn(models, { holder, signal, waiting }, async (turn) => {
      if (waited) await say(phase);
      return work(turn);
    });
  };
}
