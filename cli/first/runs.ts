// The first baselines, the first visual test and the first audit, each continued where an earlier command left it.
import { plural } from "../../domain/text.ts";
import { RUN_WORDS, type RunWords } from "../../domain/words/runs.ts";
import { CLIENT_EXIT, ClientError } from "../client/exit.ts";
import { FULL, readStatus, startRun, titleOf } from "../client/runs.ts";
import { newIdempotencyKey, type Service } from "../client/service.ts";
import { watchRuns } from "../client/watch.ts";
import { withoutBaseline } from "../local/baselines.ts";
import type { Progress, RunStep, StartedRun } from "./state.ts";
import type { Steps } from "./steps.ts";

export type Running = {
  service: Service;
  project: string;
  progress: Progress;
  keep(): void;
  timeout: number;
  /** Ctrl-C does not cancel the run; the next command continues with it. */
  signal: AbortSignal;
  json: boolean;
  note(line: string): void;
};
type Part = { scenarios?: string[]; pillars?: string[] };

const WORDS: Record<RunStep, RunWords> = { baseline: RUN_WORDS.baseline, visual: RUN_WORDS["vrt-test"], audit: FULL };

/** Captures missing baselines. */
export const captureBaselines = (running: Running, steps: Steps, labels: readonly string[]): Promise<number> =>
  steps.step(
    "Capturing baselines: how the pages look now",
    () => captureMissing(running, labels),
    (count) => (count > 0 ? `${plural(count, "scenario")} captured` : null),
  );

/** Returns the number of scenarios captured; 0 if all have a baseline. */
async function captureMissing(running: Running, labels: readonly string[]): Promise<number> {
  const { service, project, progress } = running;
  const begun = progress.runs.baseline;
  if (begun && (await isRunning(service, begun))) await follow(running, "baseline", begun);
  const missing = await withoutBaseline(service, { project, labels });
  if (missing.length === 0) return 0;
  delete progress.runs.baseline;
  await runTo(running, "baseline", missing.length === labels.length ? {} : { scenarios: missing });
  return missing.length;
}

/** Returns the run of the step after it has ended. `fresh`: this command started it. */
export async function runTo(
  running: Running,
  step: RunStep,
  part: Part = {},
): Promise<{ runId: string; title: string; fresh: boolean }> {
  const { service, progress, keep, project, signal } = running;
  let begun = progress.runs[step];
  // A run that was cancelled or lost is started again.
  const fresh = begun?.runId === undefined || !(await isUsable(service, begun));
  if (begun === undefined || (begun.runId !== undefined && fresh)) begun = { idempotencyKey: newIdempotencyKey() };
  if (fresh) {
    const { idempotencyKey } = begun;
    progress.runs[step] = begun;
    keep();
    const { runId } = await startRun(service, WORDS[step], {
      ...part,
      project,
      environment: null,
      facts: {},
      idempotencyKey,
      stop: signal,
    });
    begun = { idempotencyKey, runId };
    progress.runs[step] = begun;
    keep();
  }
  await follow(running, step, begun);
  return { runId: begun.runId ?? "", title: titleOf(WORDS[step]), fresh };
}

async function follow(
  { service, timeout, signal, json, note }: Running,
  step: RunStep,
  { runId }: StartedRun,
): Promise<void> {
  if (runId === undefined) return;
  const runs = [{ runId, title: titleOf(WORDS[step]) }];
  signal.throwIfAborted();
  const { ended, exit } = await watchRuns(service, { runs, timeout, json, cancels: false, signal, note });
  signal.throwIfAborted();
  if (ended.length === 0 || exit === CLIENT_EXIT.timedOut)
    throw new ClientError(CLIENT_EXIT.timedOut, "stopped", `${titleOf(WORDS[step])} continues on the service.`);
}

const isRunning = async (service: Service, { runId }: StartedRun): Promise<boolean> =>
  runId !== undefined && (await statusOf(service, runId)) === "running";

const isUsable = async (service: Service, { runId = "" }: StartedRun): Promise<boolean> =>
  ["running", "completed"].includes((await statusOf(service, runId)) ?? "");

/** Returns null if the service no longer knows the run. */
async function statusOf(service: Service, runId: string): Promise<string | null> {
  try {
    return (await readStatus(service, runId)).status;
  } catch (error) {
    if (error instanceof ClientError && error.exit === CLIENT_EXIT.usage) return null;
    throw error;
  }
}
