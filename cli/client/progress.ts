// Progress on stderr: live lines at a terminal, a plain line at each change elsewhere.
import { Listr, ListrDefaultRendererLogLevels, ListrLogger, type ListrTaskWrapper, ProcessOutput } from "listr2";
import type { RunOutcome } from "./outcome.ts";
import type { RunStatus } from "./runs.ts";

export type Progress = {
  seen(run: RunStatus): void;
  ended(run: RunStatus, outcome: RunOutcome): void;
  close(): Promise<void>;
};
type Named = { runId: string; title: string };

/** Plain lines say a phase once, and how far it is at most this often. */
const PLAIN_EVERY_MS = 15_000;

export function createProgress(runs: readonly Named[], { live, quiet }: { live: boolean; quiet: boolean }): Progress {
  if (quiet) return { seen: () => undefined, ended: () => undefined, close: async () => undefined };
  return live ? liveProgress(runs) : plainProgress(runs);
}

const far = ({ progress, stale }: RunStatus): string =>
  progress === undefined
    ? ""
    : `${progress.phase}${progress.total > 0 ? ` ${progress.done} of ${progress.total}` : ""}${stale ? " (Temporal does not answer)" : ""}`;

function plainProgress(runs: readonly Named[]): Progress {
  const titles = new Map(runs.map(({ runId, title }) => [runId, title]));
  const last = new Map<string, { phase: string; at: number }>();
  const write = (line: string) => process.stderr.write(`${line}\n`);
  return {
    seen(run) {
      if (run.status !== "running" || run.progress === undefined) return;
      const before = last.get(run.runId);
      if (before?.phase === run.progress.phase && Date.now() - before.at < PLAIN_EVERY_MS) return;
      last.set(run.runId, { phase: run.progress.phase, at: Date.now() });
      write(`${titles.get(run.runId)}: ${far(run)}`);
    },
    ended: (run, outcome) => void write(`${titles.get(run.runId)}: ${outcome.word}`),
    close: async () => undefined,
  };
}

function liveProgress(runs: readonly Named[]): Progress {
  const rows = new Map(runs.map(({ runId }) => [runId, Promise.withResolvers<RunOutcome | null>()]));
  const tasks = new Map<string, ListrTaskWrapper<unknown, never, never>>();
  const list = new Listr(
    runs.map(({ runId, title }) => ({
      title,
      task: async (_: unknown, task: unknown) => {
        tasks.set(runId, task as ListrTaskWrapper<unknown, never, never>);
        const outcome = await rows.get(runId)?.promise;
        if (outcome && outcome.word !== "passed") throw new Error(`${title}: ${outcome.reasons[0] ?? outcome.word}`);
      },
    })),
    {
      concurrent: true,
      exitOnError: false,
      registerSignalListeners: false,
      rendererOptions: {
        // The answer of the command goes to stdout; this does not.
        logger: new ListrLogger({ processOutput: new ProcessOutput(process.stderr, process.stderr) }),
        color: { [ListrDefaultRendererLogLevels.FAILED]: (text?: string) => text ?? "" },
      },
    },
  );
  const shown = list.run();
  return {
    seen(run) {
      const task = tasks.get(run.runId);
      if (task) task.output = far(run);
    },
    ended: (run, outcome) => rows.get(run.runId)?.resolve(outcome),
    async close() {
      for (const row of rows.values()) row.resolve(null);
      await shown;
    },
  };
}
