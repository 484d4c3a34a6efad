// Runs a server of the local stack as a child process: launches it, and detects when it is ready and gone.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createConnection } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { messageOf } from "../domain/errors.ts";
import { StrangerError } from "../domain/installation.ts";
import { LogFile } from "../platform/logFile.ts";
import { alsoInLog } from "./alsoInLog.ts";
import { jsonLines } from "./jsonLines.ts";
import { endOf } from "./lastWords.ts";
import { type Launched, Supervisor } from "./supervisor.ts";

const guard = fileURLToPath(new URL("lib/guard.mjs", import.meta.url));
const stopTimeoutMs = 15_000;
/** Probe interval. A server is restarted only after a minute without a response, because a busy one is slow. */
const probeEveryMs = 2_000;
const silence = { tellAfterS: 7, restartAfterS: 60 };
/** Time for a server to end by itself after its guard was killed. */
const orphanTimeoutMs = 5_000;

/** Probes a running server over one connection that is kept open. */
export interface Probe {
  /** Rejects or takes long if the server does not respond. */
  ask(): Promise<unknown>;
  close(): Promise<unknown>;
}

export interface ServerSpec {
  /** Display name: Temporal, MongoDB. */
  name: string;
  command: string;
  args: string[];
  /** Added to the environment, where it does not have them already. */
  env?: Readonly<Record<string, string>>;
  /** File that its output is appended to. */
  logFile: string;
  /** Resolves when the server responds; called again every 50 ms while it throws. */
  check: () => Promise<void>;
  /** Maximum time until it is ready. */
  readyMs: number;
  /** Creates a probe once the server is ready. Necessary because a server stopped by a signal still accepts connections. */
  probe?: () => Probe;
  /** Whether the program ends by itself when its standard input closes, and needs no guard. */
  watchesStdin?: boolean;
  /** Receives a line when the server ends unexpectedly, when it is running again, and when its log cannot be written. */
  log?: (line: string) => void;
  /** Called after every start. */
  onUp?: () => void;
}

/** A server that is restarted whenever it ends by itself. */
export class Server extends Supervisor {
  constructor(spec: ServerSpec) {
    const { name, logFile, readyMs, log = () => {}, onUp } = spec;
    const out = new LogFile({ path: logFile, onTrouble: log });
    const launch = () => launchServer(spec, out);
    const said = { log: alsoInLog(out, log), silence };
    super({ name, logFile, readyMs, launch, stopMs: stopTimeoutMs, ...said, ...(onUp ? { onUp } : {}) });
  }
}

function launchServer(spec: ServerSpec, log: LogFile): Launched {
  const { command, args, watchesStdin } = spec;
  const [program, ...rest] = watchesStdin ? [command, ...args] : [process.execPath, guard, command, ...args];
  // Detached, so that Ctrl-C reaches only this process, which stops everything in order.
  const child = spawn(program!, rest, {
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
    env: { ...spec.env, ...process.env },
  });
  let tail = "";
  let pid = watchesStdin ? child.pid : undefined;
  const lines = jsonLines(spec.name, (text) => log.write(text));
  const take = (chunk: Buffer) => {
    lines.take(chunk);
    tail = (tail + chunk.toString("utf8")).slice(-2_000);
    pid ??= Number(/"guarding (\d+)"/.exec(tail)?.[1] ?? Number.NaN) || undefined;
  };
  child.stdout?.on("data", take);
  child.stderr?.on("data", take);
  child.stdin?.on("error", () => {});
  if (!watchesStdin) endOrphan(child);

  const over = new AbortController();
  let trouble = "";
  let ending = false;
  const signal = (name: NodeJS.Signals) => {
    ending = true;
    // A guard cannot forward SIGKILL; it ends with the program.
    if (name !== "SIGKILL" || pid === undefined || !kill(pid, name)) child.kill(name);
  };
  const gone = new Promise<string>((resolve) => {
    const end = (how: string) => {
      over.abort();
      pid = undefined;
      lines.end();
      // The caller may remove the folder as soon as this resolves, so flush the log first.
      void log.flushed().then(() => resolve([how, trouble].filter(Boolean).join(": ")));
    };
    child.once("error", (error) => end(error.message));
    // Not "exit": a server whose guard was killed still holds the pipes, its files and its port.
    child.once("close", (code, signal) => end(endOf(tail, code, signal)));
  });
  const ready = (async () => {
    for (;;) {
      try {
        await spec.check();
        trouble = "";
        return;
      } catch (error) {
        // Errors of a server that was asked to stop are not the reason for its end.
        if (!ending) trouble = messageOf(error);
        // Waiting is useless: the port or the data belongs to another installation.
        if (error instanceof StrangerError) signal("SIGTERM");
      }
      if (ending || over.signal.aborted) await new Promise(() => {});
      await sleep(50);
    }
  })();
  return {
    get pid() {
      return pid;
    },
    ready,
    gone,
    ...(spec.probe && { onAlive: (told: () => void) => askRegularly(spec.probe!(), told) }),
    signal,
  };
}

/** Calls `told` after each response, including late ones. */
function askRegularly(probe: Probe, told: () => void): { stop(): void } {
  let asking = false;
  const timer = setInterval(() => {
    if (asking) return;
    asking = true;
    probe
      .ask()
      .then(told, () => {})
      .finally(() => {
        asking = false;
      });
  }, probeEveryMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      void probe.close().catch(() => {});
    },
  };
}

/** If a guard is killed, its server survives and must not keep the port, so end everything in the guard's session. */
function endOrphan(guarding: ChildProcess): void {
  guarding.once("exit", () => {
    const group = guarding.pid;
    if (group === undefined) return;
    // After an orderly end nothing is left to signal.
    if (!kill(-group, "SIGTERM")) return;
    const late = setTimeout(() => kill(-group, "SIGKILL"), orphanTimeoutMs);
    guarding.once("close", () => clearTimeout(late));
  });
}

/** Returns whether the signal could be sent. */
function kill(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Connects to a loopback port or a Unix socket and disconnects. Rejects if nothing is listening. */
export function knock(door: number | string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(typeof door === "number" ? { port: door, host: "127.0.0.1" } : { path: door });
    socket.setTimeout(1_000, () => socket.destroy(new Error(`no answer on ${door}`)));
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.destroy();
      resolve();
    });
  });
}

/** Returns whether a process is running and its command line contains the word. An old id alone proves nothing, because ids are reused. */
export function runs(pid: number, word: string): boolean {
  try {
    process.kill(pid, 0);
    const line =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
        : execFileSync("ps", ["-o", "command=", "-p", `${pid}`], { encoding: "utf8" });
    return line.includes(word);
  } catch {
    return false;
  }
}
