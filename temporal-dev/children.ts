// Processes of the service itself: forked, ready when they say so.
import { fork } from "node:child_process";
import { tellChild } from "../platform/ipc.ts";
import { LogFile } from "../platform/logFile.ts";
import { SETTINGS_FOLLOW, type SignOfLife, type StartMoved, type StartSettings } from "../platform/startSettings.ts";
import { alsoInLog } from "./alsoInLog.ts";
import { withCompileCache } from "./compileCache.ts";
import { jsonLines } from "./jsonLines.ts";
import { endOf } from "./lastWords.ts";
import { NODE_FLAGS } from "./nodeFlags.ts";
import type { SilenceLimits } from "./silence.ts";
import { Supervisor } from "./supervisor.ts";

/** A supervised process of our own. */
export type Child = Supervisor;

export type ChildOptions = {
  name: string;
  module: URL;
  env: NodeJS.ProcessEnv;
  logFile: string;
  log(line: string): void;
  /** The rest of the environment, where it is known later: until then the process loads its modules. */
  settings?: Promise<NodeJS.ProcessEnv>;
  /** Told what its start does while that takes long: "problems are kept, batch 14". */
  moved?(step: string): void;
  /** How long it may give no sign of life, unless the usual time. */
  silence?: SilenceLimits;
};

/** Characters of a process's output in which its last words are looked for: an error's line holds its stack. */
const OUTPUT_KEPT = 20_000;
/** A start that says nothing for this long has failed. */
const READY_TIMEOUT_MS = 60_000;
/** After this long a process that was asked to stop is killed. */
const STOP_TIMEOUT_MS = 45_000;

/** An event loop that is held for as long is told of; one held for half a minute is lost. */
const SILENCE: SilenceLimits = { tellAfterS: 7, restartAfterS: 30 };

/** Forks `module`; output goes to the log file. Resolves when the child sends `{ kind: "ready" }`. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const child = createChild(options);
  await child.start();
  return child;
}

/** The same, not started yet. */
export function createChild(options: ChildOptions): Child {
  const out = new LogFile({ path: options.logFile, onTrouble: options.log });
  const launch = () => {
    const child = fork(options.module, {
      env: withCompileCache(options.settings ? { ...options.env, [SETTINGS_FOLLOW]: "1" } : options.env),
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
