// Follows runs to their end, shows their progress, and cancels them if the command is stopped.

import { commandName } from "../terminal.ts";
import { CLIENT_EXIT, type ClientExit, worstOf } from "./exit.ts";
import { followRuns } from "./follow.ts";
import { outcomeOf, type RunOutcome } from "./outcome.ts";
import { cancelRun, type RunStatus, titleOfType } from "./runs.ts";
import type { Service } from "./service.ts";

export type Ended = {
  run: RunStatus;
  title: string;
  outcome: RunOutcome;
  /** The ended runs of a full audit. */
  parts?: readonly Ended[];
};
export type Watch = {
  runs: readonly { runId: string; title: string }[];
  timeout: number;
  json: boolean;
  /** Ends the wait. */
  signal: AbortSignal;
  /** Whether a stop also cancels the runs; set if this command started them. */
  cancels: boolean;
  note(text: string): void;
};

/** Throws the errors of reading the status. */
export async function watchRuns(service: Service, watch: Watch): Promise<{ ended: Ended[]; exit: ClientExit }> {
  const { runs, note, signal } = watch;
  const progress = await progressOf(watch);
  const titles = new Map(runs.map(({ runId, title }) => [runId, title]));
  const titleOf = (run: RunStatus) => titles.get(run.runId) ?? titleOfType(run.type);
  const seen = (run: RunStatus) => {
    if (run.status === "running") progress.seen(run, titleOf(run));
    else progress.ended(run, titleOf(run), outcomeOf(run));
  };
  const endOf = (run: RunStatus): Ended => ({ run, title: titleOf(run), outcome: outcomeOf(run) });
  const runIds = runs.map(({ runId }) => runId);
  try {
    const last = await followRuns(service, { runIds, timeout: watch.timeout, signal, seen });
    progress.close();
    const ended = last.map(({ run, parts }): Ended => ({ ...endOf(run), parts: parts.map(endOf) }));
    return { ended, exit: worstOf(ended.map(({ outcome }) => outcome.exit)) };
  } catch (error) {
    progress.close();
    if (!signal.aborted) throw error;
    if (watch.cancels) await cancelAll(service, runs, note);
    else note(`Stopped waiting; the runs continue. Wait again with: ${commandName()} wait ${runIds.join(" ")}`);
    return { ended: [], exit: watch.cancels ? CLIENT_EXIT.errored : CLIENT_EXIT.timedOut };
  }
}

async function progressOf({ json, note }: Watch) {
  const { liveProgress, plainProgress, quietProgress } = await import("./progress.ts");
  if (json) return quietProgress;
  if (process.stderr.isTTY !== true || process.env.CI) return plainProgress(note, Date.now);
  const { live } = await import("../live.ts");
  return liveProgress(live, process.stdout.isTTY !== true, Date.now);
}

async function cancelAll(service: Service, runs: Watch["runs"], note: Watch["note"]): Promise<void> {
  for (const { runId, title } of runs) {
    const said = await cancelRun(service, runId).then(
      () => "is being cancelled",
      (error: unknown) => `could not be cancelled: ${error instanceof Error ? error.message : String(error)}`,
    );
    note(`${title} (${runId}) ${said}.`);
  }
}
