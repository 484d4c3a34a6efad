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

type All = {
  kinds: readonly RunWords[];
  start: Omit<StartOptions, "project" | "environment">;
  timeout: number;
  wait: boolean;
  /** Set by `run --local`, which handles stop signals from the start. */
  signal?: AbortSignal;
};

type Asked = Awaited<ReturnType<typeof startRun>>;

/** Starts one of several runs. If it is refused, or the command was stopped, cancels those started before it. */
async function startOrCancel(
  { service, out }: CommandUse,
  kind: RunWords,
  start: StartOptions,
  { before, signal }: { before: readonly Asked[]; signal: AbortSignal | undefined },
): Promise<Asked> {
  try {
    signal?.throwIfAborted();
    return await startRun(service, kind, start);
  } catch (error) {
    for (const { runId, run, started } of before)
      if (started) {
        const end = await cancelRun(service, runId).then(
          () => "cancelled",
          // The run may already have ended. The others are cancelled anyway, and the original error is thrown.
          () => "not cancelled",
        );
        out.note(`${titleOf(run)} ${end}: ${runId}`);
      }
    throw error;
  }
}

/** Starts the runs; with `wait`, the exit code is their verdict. Aborting `signal` cancels what was started. */
export async function startAll(use: CommandUse, { kinds, start, timeout, wait, signal }: All): Promise<Started> {
  const { service, settings, out } = use;
  const { project, environment } = settings;
  await tellHistoryOf(use, start.facts);
  const { commitSha } = start.facts;
  const facts = { ...start.facts, ...(commitSha ? await readCommitWords(use.cwd, commitSha) : {}) };
  const asked: Asked[] = [];
  for (const kind of kinds)
    asked.push(await startOrCancel(use, kind, { ...start, facts, project, environment }, { before: asked, signal }));
  const started = asked.filter((one) => one.started);
  if (start.failed) for (const { run, message } of asked) out.note(`${titleOf(run)}: ${message}`);
  if (started.length === 0) {
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
  if (wait) {
    for (const { runId, title } of runs) out.note(`${title} started: ${runId}`);
    const exit = await seeRunsEnd(use, { runs, timeout, cancels: true, signal, facts: async () => start.facts });
    return { exit, reviewable };
  }
  out.answer(
    { runs },
    runs.map(({ runId, title }) => `${title}: ${runId}`),
  );
  out.note(`Follow it with: ${commandName()} wait ${ids.join(" ")}`);
  return { exit: CLIENT_EXIT.passed, reviewable };
}
