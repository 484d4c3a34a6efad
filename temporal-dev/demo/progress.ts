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
  during<T>(what: string, work: () => Promise<T>): Promise<T>;
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
  /** While `work` runs, a line whenever nothing else was printed for a while. */
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
      // By a timer: on a busy machine a round of questions takes longer than anybody should look at nothing.
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

/** A busy worker answers late, and what is shown instead is older. */
function furthest(run: Watched, before: At | undefined, now: At | undefined): At {
  const known = before ?? NOT_YET;
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
