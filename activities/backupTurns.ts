// Each batch that is deleted has a turn of its own, between those of backups: so it is for sweeps and for erasures.
import { WAITING_FOR_BACKUP } from "../domain/erasure/erasure.ts";
import { inSweepTurn, type SweepTurn } from "../models/backups/lease.ts";
import type { CommonDeps } from "./commonDeps.ts";

export type Turns = <T>(work: (turn: SweepTurn) => Promise<T>) => Promise<T>;

/** `phase`: what the work says it does, and says again after a wait. `write` keeps it for people who read. */
export type Deleter = {
  signal: AbortSignal;
  note(phase: string): void;
  phase: string;
  write(phase: string): Promise<void>;
};

/** While a backup is under way the work waits, and says so. */
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
