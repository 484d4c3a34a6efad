// Follows runs of the demo and prints their progress. Never silent for long, but polls rarely, because every request costs the service time.
import { setTimeout as sleep } from "node:timers/promises";
import type { ApiClient, RunStatus } from "../apiClient.ts";
import { formatSeconds, type Step, secondsLeft } from "./timeLeft.ts";

export type Log = (line?: string) => void;

/** A run with its name, the unit of its progress, and its parts in order. */
export type Watched = {
  name: string;
  runId: string;
  unit: string;
  parts: readonly string[];
  /** Names of the rounds, for a run that goes through its parts more than once. */
  phases?: readonly string[];
};

/** Polling interval in ms; each poll queries the database, Temporal and a worker for every run. */
const LOOK_MS = 2_000;
/** Time in ms after which a line is printed even if nothing has finished. */
const SILENT_MS = 10_000;

export type Progress = {
  /** Announces the start of a step. */
  begin(step: Step, what: string): void;
  /** Waits until all runs have ended and calls `ended` for each one as it does. */
  follow(runs: readonly Watched[], ended: (run: Watched, status: RunStatus) => Promise<void> | void): Promise<void>;
  /** Waits for work that is not a run, and prints a line from time to time. */
  during<T>(what: string, work: () => Promise<T>): Promise<T>;
};

/** `began`: start of the demo, as returned by `performance.now()`. */
export function createProgress(client: Pick<ApiClient, "status">, log: Log, began: number): Progress {
  const now = () => performance.now();
  let step: Step = "prepare";
  let spoke = began;
  const say = (line: string) => {
    spoke = now();
    log(line);
  };
  const left = (share: number) => `about ${formatSeconds(secondsLeft(step, share, (now() - began) / 1_000))} left`;
  /** Prints a line while `work` runs, whenever nothing else was printed for a while. */
  const speaking = async <T>(line: () => string, work: () => Promise<T>): Promise<T> => {
    const timer = setInterval(() => {
      if (now() - spoke >= SILENT_MS) say(`  … ${line()}`);
    }, 1_000);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  };
  return {
    begin(next, what) {
      step = next;
      say(`${what} (${left(0)})`);
    },
    async follow(runs, ended) {
      const open = new Map(runs.map((run) => [run.runId, run]));
      const last = new Map<string, At>();
      const shareIn = (run: Watched) => (open.has(run.runId) ? shareOf(run, last.get(run.runId) ?? NOT_YET) : 1);
      const told = () => {
        const share = runs.reduce((sum, run) => sum + shareIn(run), 0) / Math.max(1, runs.length);
        const lines = [...open.values()].map((run) => `${run.name} ${lineOf(run, last.get(run.runId) ?? NOT_YET)}`);
        return `${lines.join("; ")}; ${left(share)}`;
      };
      // Uses a timer, because on a busy machine one round of polls takes too long to stay silent.
      await speaking(told, async () => {
        while (open.size > 0) {
          for (const run of [...open.values()]) {
            const status = await client.status(run.runId);
            last.set(run.runId, furthest(run, last.get(run.runId), status.progress));
            if (status.status === "running") continue;
            await ended(run, status);
            spoke = now();
            open.delete(run.runId);
          }
          if (open.size > 0) await sleep(LOOK_MS);
        }
      });
    },
    during: (what, work) => speaking(() => `${what}; ${left(0.5)}`, work),
  };
}

type At = { done: number; total: number; phase: string };
const NOT_YET: At = { done: 0, total: 0, phase: "" };

/** Returns the more advanced status. A busy worker responds late, and then the service reports an older state. */
function furthest(run: Watched, before: At | undefined, now: At | undefined): At {
  const known = before ?? NOT_YET;
  return now && shareOf(run, now) >= shareOf(run, known) ? now : known;
}

/** Returns the progress over all rounds, from 0 to 1. */
export function shareOf({ phases = [] }: Pick<Watched, "phases">, { done, total, phase }: At): number {
  const round = total > 0 ? done / total : 0;
  return (Math.max(0, phases.indexOf(phase)) + round) / Math.max(1, phases.length);
}

/** `3 of 9 pages, at Cart`. Parts are processed in order, some of them at the same time. */
export function lineOf(
  { unit, parts, phases = [] }: Pick<Watched, "unit" | "parts" | "phases">,
  { done, total, phase }: At,
): string {
  if (total === 0) return "starts";
  const part = parts[Math.min(done, parts.length - 1)];
  const round = phases.includes(phase) ? `${phase}, ` : "";
  return `${round}${done} of ${total} ${unit}${part === undefined || done >= total ? "" : `, at ${part}`}`;
}
