// Starts the runs of one `run` command one after the other, then follows them to their end or lists their ids.
import type { RunWords } from "../../domain/words/runs.ts";
import { CLIENT_EXIT } from "../client/exit.ts";
import { readCommitWords } from "../client/git.ts";
import { cancelRun, type StartOptions, startRun, titleOf } from "../client/runs.ts";
import type { Started } from "../local/runLocal.ts";
import { writeReports } from "../reports/index.ts";
import { commandName } from "../terminal.ts";
import type { CommandUse } from "./command.ts";
import { tellHistoryOf } from "./history.ts";
import { seeRunsEnd } from "./seeEnd.ts";

export type All = {
  kinds: readonly RunWords[];
  start: Omit<StartOptions, "project" | "environment">;
  timeout: number;
  /** Set if the runs are waited for; aborting it cancels what was started. */
  signal: AbortSignal | null;
  /** Called when the runs have ended and only reports remain. */
  release?: () => void;
};

type Starting<K, R> = {
  /** `stored` is for the id of a run that could not be started yet. */
  start(kind: K, stored: (runId: string) => void): Promise<R>;
  /** For people. */
  title(kind: K): string;
  signal: AbortSignal | null;
};

/**
 * Starts runs one after the other. If one is refused, or the command is stopped, cancels those before it, and that one if it is stored and
 * would start later.
 */
export async function startEach<K, R extends { runId: string; started?: boolean }>(
  { service, out }: Pick<CommandUse, "service" | "out">,
  kinds: readonly K[],
  { start, title, signal }: Starting<K, R>,
): Promise<R[]> {
  const runs: R[] = [];
  const titles = new Map<string, string>();
  try {
    for (const kind of kinds) {
      signal?.throwIfAborted();
      const run = await start(kind, (runId) => titles.set(runId, title(kind)));
      if (run.started !== false) titles.set(run.runId, title(kind));
      runs.push(run);
    }
    return runs;
  } catch (error) {
    for (const [runId, name] of titles) {
      const end = await cancelRun(service, runId).then(
        () => "cancelled",
        // The run may already have ended. The others are cancelled anyway, and the original error is thrown.
        () => "not cancelled",
      );
      out.note(`${name} ${end}: ${runId}`);
    }
    throw error;
  }
}

/** Starts the runs; if they are waited for, the exit code is their verdict. */
export async function startAll(use: CommandUse, { kinds, start, timeout, signal, release }: All): Promise<Started> {
  const { service, settings, out } = use;
  const { project, environment } = settings;
  await tellHistoryOf(use, start.facts, signal);
  const { commitSha } = start.facts;
  const facts = { ...start.facts, ...(commitSha ? await readCommitWords(use.cwd, commitSha) : {}) };
  const asked = await startEach(use, kinds, {
    start: (kind, stored) => startRun(service, kind, { ...start, facts, project, environment, stop: signal, stored }),
    title: titleOf,
    signal,
  });
  const started = asked.filter((one) => one.started);
  if (start.failed) for (const { run, message } of asked) out.note(`${titleOf(run)}: ${message}`);
  if (started.length === 0) {
    release?.();
    const messages = asked.map(({ message }) => message ?? "");
    const none = { ended: [], problems: [] };
    out.answer({ runs: [], messages, exit: CLIENT_EXIT.passed }, []);
    await writeReports({ service, options: use.options, ...none, facts: start.facts, env: use.env, note: out.note });
    return { exit: CLIENT_EXIT.passed, reviewable: [] };
  }
  // Baseline runs have a message if the branch is protected.
  // Other runs print what they are compared with only if the caller named it.
  for (const { run, message } of started)
    if (!start.failed && (!run.gates || start.against !== undefined) && message !== undefined) out.note(message);
  const runs = started.map(({ runId, run, message }) => ({ runId, title: titleOf(run), message }));
  const ids = runs.map(({ runId }) => runId);
  const reviewable = started.filter(({ run }) => run.reviewed === true).map(({ runId }) => runId);
  if (signal !== null) {
    for (const { runId, title } of runs) out.note(`${title} started: ${runId}`);
    const watch = { runs, timeout, cancels: true, signal, release };
    const exit = await seeRunsEnd(use, { ...watch, facts: async () => start.facts });
    return { exit, reviewable };
  }
  out.answer(
    { runs },
    runs.map(({ runId, title }) => `${title}: ${runId}`),
  );
  out.note(`Follow it with: ${commandName()} wait ${ids.join(" ")}`);
  return { exit: CLIENT_EXIT.passed, reviewable };
}
