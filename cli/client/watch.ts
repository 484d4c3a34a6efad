// Follows runs to their end, shows how far they are, and cancels them where the person or CI stops the command.

import { CLIENT_EXIT, type ClientExit, worstOf } from "./exit.ts";
import { followRuns } from "./follow.ts";
import { outcomeOf, type RunOutcome } from "./outcome.ts";
import { cancelRun, type RunStatus } from "./runs.ts";
import type { Service } from "./service.ts";

export type Ended = { run: RunStatus; title: string; outcome: RunOutcome };
export type Watch = {
  runs: readonly { runId: string; title: string }[];
  timeout: number;
  json: boolean;
  /** Ctrl-C and SIGTERM cancel the runs: of this command's own. */
  cancels: boolean;
  note(text: string): void;
};

/** Throws whatever reading the status throws. */
export async function watchRuns(service: Service, watch: Watch): Promise<{ ended: Ended[]; exit: ClientExit }> {
  const { runs, note } = watch;
  const stop = new AbortController();
  const stopped = (signal: NodeJS.Signals) => stop.abort(signal);
  for (const signal of SIGNALS) process.on(signal, stopped);
  const { createProgress } = await import("./progress.ts");
  const live = process.stderr.isTTY === true && !process.env.CI;
  const progress = createProgress(runs, { live, quiet: watch.json });
  const titles = new Map(runs.map(({ runId, title }) => [runId, title]));
  const seen = (run: RunStatus) => {
    if (run.status === "running") progress.seen(run);
    else progress.ended(run, outcomeOf(run));
  };
  try {
    const runIds = runs.map(({ runId }) => runId);
    const last = await followRuns(service, { runIds, timeout: watch.timeout, signal: stop.signal, seen });
    await progress.close();
    const ended = last.map((run) => ({ run, title: titles.get(run.runId) ?? run.type, outcome: outcomeOf(run) }));
    return { ended, exit: worstOf(ended.map(({ outcome }) => outcome.exit)) };
  } catch (error) {
    await progress.close();
    if (!stop.signal.aborted) throw error;
    if (!watch.cancels) return { ended: [], exit: CLIENT_EXIT.timedOut };
    await cancelAll(service, runs, note);
    return { ended: [], exit: CLIENT_EXIT.errored };
  } finally {
    for (const signal of SIGNALS) process.off(signal, stopped);
  }
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

async function cancelAll(service: Service, runs: Watch["runs"], note: Watch["note"]): Promise<void> {
  for (const { runId, title } of runs) {
    const said = await cancelRun(service, runId).then(
      () => "is being cancelled",
      (error: unknown) => `could not be cancelled: ${error instanceof Error ? error.message : String(error)}`,
    );
    note(`${title} (${runId}) ${said}.`);
  }
}
