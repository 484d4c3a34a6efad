// Follows runs of the demo and prints how far they are: never silent for long, and asking seldom, since every question costs the service time.
import { setTimeout as sleep } from "node:timers/promises";
import type { ApiClient, RunStatus } from "../apiClient.ts";
import { formatSeconds, type Step, secondsLeft } from "./timeLeft.ts";

export type Log = (line?: string) => void;

/** A run with what it is called, what its progress counts, and its parts in their order. */
export type Watched = {
  name: string;
  runId: string;
  unit: string;
  parts: readonly string[];
  /** Of a run that goes through its parts more than once: what each round is called. */
  phases?: readonly string[];
};

/** ms between two looks: each asks the database, Temporal and a worker for every run. */
const LOOK_MS = 2_000;
/** ms after which a line is printed although nothing has ended. */
const SILENT_MS = 10_000;

export type Progress = {
  /** Says that a step begins. */
  begin(step: Step, what: string): void;
  /** Waits until all have ended; `ended` is called as each one does. */
  follow(runs: readonly Watched[], ended: (run: Watched, status: RunStatus) => Promise<void> | void): Promise<void>;
  /** Waits for what is no run, with a line every now and then. */
  during<T>(what: string, work: Promise<T>): Promise<T>;
};

/** `began`: when the demo did, by the clock of `performance`. */
export function createProgress(client: Pick<ApiClient, "status">, log: Log, began: number): Progress {
  const now = () => performance.now();
  let step: Step = "prepare";
  let spoke = began;
  const say = (line: string) => {
    spoke = now();
    log(line);
  };
  const left = (share: number) => `about ${formatSeconds(secondsLeft(step, share, (now() - began) / 1_000))} left`;
  return {
    begin(next, what) {
      step = next;
      say(`${what} (${left(0)})`);
    },
    async follow(runs, ended) {
      const open = new Map(runs.map((run) => [run.runId, run]));
      const last = new Map<string, At>();
      const shares = new Map(runs.map(({ runId }) => [runId, 0]));
      const share = () => [...shares.values()].reduce((sum, one) => sum + one, 0) / Math.max(1, runs.length);
      for (;;) {
        const told: string[] = [];
        for (const run of [...open.values()]) {
          const status = await client.status(run.runId);
          if (status.status === "running") {
            const at = furthest(run, last.get(run.runId), status.progress);
            last.set(run.runId, at);
            shares.set(run.runId, shareOf(run, at));
            told.push(`${run.name} ${lineOf(run, at)}`);
            continue;
          }
          open.delete(run.runId);
          shares.set(run.runId, 1);
          await ended(run, status);
          spoke = now();
        }
        if (open.size === 0) return;
        if (now() - spoke >= SILENT_MS) say(`  … ${told.join("; ")}; ${left(share())}`);
        await sleep(LOOK_MS);
      }
    },
    async during(what, work) {
      const timer = setInterval(() => say(`  … ${what}; ${left(0.5)}`), SILENT_MS);
      try {
        return await work;
      } finally {
        clearInterval(timer);
      }
    },
  };
}

type At = { done: number; total: number; phase: string };

/** A busy worker answers late, and what is told instead is older. */
function furthest(run: Watched, before: At | undefined, now: At | undefined): At {
  const known = before ?? { done: 0, total: 0, phase: "" };
  return now && shareOf(run, now) >= shareOf(run, known) ? now : known;
}

/** 0 to 1, over all rounds. */
export function shareOf({ phases = [] }: Pick<Watched, "phases">, { done, total, phase }: At): number {
  const round = total > 0 ? done / total : 0;
  return (Math.max(0, phases.indexOf(phase)) + round) / Math.max(1, phases.length);
}

/** `3 of 9 pages, at Cart`. Parts are worked on in their order, some side by side. */
export function lineOf(
  { unit, parts, phases = [] }: Pick<Watched, "unit" | "parts" | "phases">,
  { done, total, phase }: At,
): string {
  if (total === 0) return "starts";
  const part = parts[Math.min(done, parts.length - 1)];
  const round = phases.includes(phase) ? `${phase}, ` : "";
  return `${round}${done} of ${total} ${unit}${part === undefined || done >= total ? "" : `, at ${part}`}`;
}
