// Processes of the service itself: forked, and ready when they report it.
import { fork } from "node:child_process";
import { tellChild } from "../platform/ipc.ts";
import { LogFile } from "../platform/logFile.ts";
import { SETTINGS_FOLLOW, type SignOfLife, type StartMoved, type StartSettings } from "../platform/startSettings.ts";
import { alsoInLog } from "./alsoInLog.ts";
import { withCompileCache } from "./compileCache.ts";
import { jsonLines } from "./jsonLines.ts";
import { endOf } from "./lastWords.ts";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "./nodeFlags.ts";
import type { SilenceLimits } from "./silence.ts";
import { Supervisor } from "./supervisor.ts";

/** A supervised process of the service. */
export type Child = Supervisor;

export type ChildOptions = {
  name: string;
  module: URL;
  env: NodeJS.ProcessEnv;
  logFile: string;
  log(line: string): void;
  /** The rest of the environment, if it becomes known later; the process loads its modules in the meantime. */
  settings?: Promise<NodeJS.ProcessEnv>;
  /** Called with progress messages of a long start: "problems are kept, batch 14". */
  moved?(step: string): void;
  /** Maximum time without a sign of life, if it differs from the default. */
  silence?: SilenceLimits;
};

/** Number of characters of output to search for the last error, whose line contains its stack. */
const OUTPUT_KEPT = 20_000;
/** A start fails after this time without progress. */
const READY_TIMEOUT_MS = 60_000;
/** Time after which a process that was asked to stop is killed. */
const STOP_TIMEOUT_MS = 45_000;

/** An event loop blocked for 7 s is reported; one blocked for 30 s is considered lost. */
const SILENCE: SilenceLimits = { tellAfterS: 7, restartAfterS: 30 };

/** Forks `module` and writes its output to the log file. Resolves when the child sends `{ kind: "ready" }`. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const child = createChild(options);
  await child.start();
  return child;
}

/** Like `startChild`, but does not start it. */
export function createChild(options: ChildOptions): Child {
  const out = new LogFile({ path: options.logFile, onTrouble: options.log });
  const launch = () => {
    const env = { ...NODE_ENVIRONMENT, ...options.env };
    const child = fork(options.module, {
      env: withCompileCache(options.settings ? { ...env, [SETTINGS_FOLLOW]: "1" } : env),
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      execArgv: [...NODE_FLAGS],
    });
    void options.settings?.then((env) => tellChild(child, { kind: "settings", env } satisfies StartSettings));
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      const lines = jsonLines(options.name, (text) => out.write(text));
      stream?.on("data", (data: Buffer) => {
        output = (output + data.toString()).slice(-OUTPUT_KEPT);
        lines.take(data);
      });
      stream?.on("end", lines.end);
    }
    let onMoved = () => {};
    let onAlive = () => {};
    const ready = new Promise<void>((resolve) => {
      child.on("message", (message: { kind: "ready" } | StartMoved | SignOfLife) => {
        if (message?.kind === "ready") resolve();
        if (message?.kind === "alive") onAlive();
        if (message?.kind !== "moved") return;
        onMoved();
        options.moved?.(message.step);
      });
    });
    const gone = new Promise<string>((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("exit", (code, signal) => resolve(endOf(output, code, signal)));
    });
    return {
      pid: child.pid,
      ready,
      gone,
      onMoved(told: () => void) {
        onMoved = told;
      },
      onAlive(told: () => void) {
        onAlive = told;
        return {
          stop() {
            onAlive = () => {};
          },
        };
      },
      signal: (name: NodeJS.Signals) => void child.kill(name),
    };
  };
  const { name, logFile, log, silence = SILENCE } = options;
  const timing = { readyMs: options.settings ? 2 * READY_TIMEOUT_MS : READY_TIMEOUT_MS, stopMs: STOP_TIMEOUT_MS };
  return new Supervisor({ name: `the ${name}`, logFile, launch, log: alsoInLog(out, log), silence, ...timing });
}
