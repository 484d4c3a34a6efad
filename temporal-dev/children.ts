// Processes of the service that are started, watched and stopped in order.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { LogFile } from "../models/logFile.ts";

/** A supervised process of our own. */
export type Child = {
  readonly pid: number | undefined;
  /** Ends it as asked (SIGTERM unless told) and waits; it is not started again. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Kills it without a word; with `revive` the supervisor starts it again as it would after a crash. */
  kill(options?: { revive?: boolean }): Promise<void>;
  /** Starts it again after `stop` or `kill`. Resolves when it says that it is ready. */
  start(): Promise<void>;
};

export type ChildOptions = {
  name: string;
  module: URL;
  env: NodeJS.ProcessEnv;
  logFile: string;
  log(line: string): void;
};

/** Pauses between restarts of a process that keeps crashing. */
const BACKOFF_MS = [500, 1_000, 2_000, 5_000, 10_000];
/** A start that says nothing for this long has failed. */
const READY_TIMEOUT_MS = 60_000;
/** After this long a process that was asked to stop is killed. */
const STOP_TIMEOUT_MS = 45_000;

/** Forks `module`; output goes to the log file. Resolves when the child sends `{ kind: "ready" }`. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const out = new LogFile({ path: options.logFile, onTrouble: options.log });
  let current: ChildProcess | null = null;
  let wanted = false;
  let crashes = 0;

  const launch = async () => {
    const child = fork(options.module, {
      env: options.env,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    current = child;
    let lastWords = "";
    child.stdout?.pipe(out, { end: false });
    child.stderr?.on("data", (data: Buffer) => {
      lastWords = (lastWords + data.toString()).slice(-2_000);
      out.write(data);
    });
    const ended = once(child, "exit");
    const ready = new Promise<void>((resolve) => {
      child.on("message", (message: { kind?: string }) => {
        if (message?.kind === "ready") resolve();
      });
    });
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), READY_TIMEOUT_MS);
    const aborted = once(late.signal, "abort").then(() => "late" as const);
    const first = await Promise.race([ready.then(() => "ready" as const), ended.then(() => "ended" as const), aborted]);
    clearTimeout(timer);
    if (first !== "ready") {
      if (current === child) current = null;
      if (first === "late") child.kill("SIGKILL");
      const why = lastWords.trim().split("\n").slice(-5).join("\n");
      throw new Error(
        `The ${options.name} did not start${first === "late" ? " in time" : ""}: ${why || `see ${options.logFile}`}`,
      );
    }
    const since = Date.now();
    ended.then(() => {
      if (current !== child) return;
      current = null;
      if (!wanted) return;
      crashes = Date.now() - since > 60_000 ? 0 : crashes + 1;
      options.log(`the ${options.name} ended unexpectedly and is started again`);
      revive();
    });
  };

  /** What ran before is started again for as long as it is wanted: what it needs, the database say, may be away too. */
  const revive = () => {
    const pause = BACKOFF_MS[Math.min(crashes, BACKOFF_MS.length - 1)] ?? 10_000;
    setTimeout(() => {
      if (!wanted || current) return;
      launch().catch((error: Error) => {
        options.log(error.message);
        if (!wanted || current) return;
        crashes += 1;
        revive();
      });
    }, pause).unref();
  };

  const start = async () => {
    wanted = true;
    try {
      await launch();
    } catch (error) {
      wanted = false;
      throw error;
    }
  };

  const end = async (signal: NodeJS.Signals, revive: boolean) => {
    wanted = revive;
    const child = current;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
    await gone;
    clearTimeout(timer);
  };

  await start();
  return {
    get pid() {
      return current?.pid;
    },
    stop: (signal = "SIGTERM") => end(signal, false),
    kill: ({ revive = false } = {}) => end("SIGKILL", revive),
    start,
  };
}
