// Follows runs of the demo and prints how far they are: never silent for long, and asking seldom, since every question costs the service time.
import { setTimeout as sleep } from "node:timers/promises";
import type { ApiClient, RunStatus } from "../apiClient.ts";
import { formatSeconds, type Step, secondsLeft } from "./timeLeft.ts";

export type Log = (line?: string) => void;

/** A run with what it is called, what its progress counts, and its parts in their order. */
export type Watched = { name: string; runId: string; unit: string; parts: readonly string[] };

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

export function createProgress(client: Pick<ApiClient, "status">, log: Log, now = () => performance.now()): Progress {
  const began = now();
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
      const shares = new Map(runs.map(({ runId }) => [runId, 0]));
      const share = () => [...shares.values()].reduce((sum, one) => sum + one, 0) / Math.max(1, runs.length);
      for (;;) {
        const told: string[] = [];
        for (const run of [...open.values()]) {
          const status = await client.status(run.runId);
          const { done = 0, total = 0 } = status.progress ?? {};
          if (status.status === "running") {
            shares.set(run.runId, total > 0 ? done / total : 0);
            told.push(`${run.name} ${lineOf(run, { done, total })}`);
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

/** `3 of 9 pages, at Cart`. Parts are worked on in their order, some side by side. */
export function lineOf(
  { unit, parts }: Pick<Watched, "unit" | "parts">,
  { done, total }: { done: number; total: number },
) {
  if (total === 0) return "starts";
  const at = parts[Math.min(done, parts.length - 1)];
  return `${done} of ${total} ${unit}${at === undefined || done >= total ? "" : `, at ${at}`}`;
}
