// A server of the local stack as a child process: how it is launched, and when it is ready and gone.
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
/** A server is asked this often whether it answers, and started again when it has not for a minute: one that works hard is slow. */
const probeEveryMs = 2_000;
const silence = { tellAfterS: 7, restartAfterS: 60 };
/** A server whose guard was killed has this long to end by itself. */
const orphanTimeoutMs = 5_000;

/** Asks a running server; the same connection is used as long as it lives. */
export interface Probe {
  /** Rejects, or takes long, when the server does not answer. */
  ask(): Promise<unknown>;
  close(): Promise<unknown>;
}

export interface ServerSpec {
  /** What people call it: Temporal, MongoDB. */
  name: string;
  command: string;
  args: string[];
  /** Its output goes to the end of this file. */
  logFile: string;
  /** Resolves when the server answers; called again every 50 ms while it throws. */
  check: () => Promise<void>;
  /** How long it may take to be ready. */
  readyMs: number;
  /** Made when it is ready: whether it still answers. A server that was stopped by a signal takes connections all the same. */
  probe?: () => Probe;
  /** The program ends by itself when its standard input does, and needs no guard for that. */
  watchesStdin?: boolean;
  /** Takes a line when it ends without having been asked to, when it runs again, and when its log cannot be written. */
  log?: (line: string) => void;
  /** Told after every start. */
  onUp?: () => void;
}

/** One server, started again whenever it ends by itself. */
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
  // A session of its own: Ctrl-C reaches us alone, and we stop things in order.
  const child = spawn(program!, rest, { stdio: ["pipe", "pipe", "pipe"], detached: true });
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
    // A guard cannot pass SIGKILL on; it ends with the program.
    if (name !== "SIGKILL" || pid === undefined || !kill(pid, name)) child.kill(name);
  };
  const gone = new Promise<string>((resolve) => {
    const end = (how: string) => {
      over.abort();
      pid = undefined;
      lines.end();
      // Whoever waits for the end may remove the folder next.
      void log.flushed().then(() => resolve([how, trouble].filter(Boolean).join(": ")));
    };
    child.once("error", (error) => end(error.message));
    // Not "exit": a server whose guard was killed still has our pipes, and its files and port.
    child.once("close", (code, signal) => end(endOf(tail, code, signal)));
  });
  const ready = (async () => {
    for (;;) {
      try {
        await spec.check();
        trouble = "";
        return;
      } catch (error) {
        // What a server says that was asked to end is not why.
        if (!ending) trouble = messageOf(error);
        // Waiting changes nothing: the port, or the data, is another installation's.
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

/** Calls `told` after each answer. An answer that is late is one too. */
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

/** A guard that was killed leaves its server behind, which must not keep the port: everything in its session is ended. */
function endOrphan(guarding: ChildProcess): void {
  guarding.once("exit", () => {
    const group = guarding.pid;
    if (group === undefined) return;
    // After an orderly end nothing is left of it.
    if (!kill(-group, "SIGTERM")) return;
    const late = setTimeout(() => kill(-group, "SIGKILL"), orphanTimeoutMs);
    guarding.once("close", () => clearTimeout(late));
  });
}

/** Whether there was something to send the signal to. */
function kill(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Connects to a port of the loopback interface, or to a Unix socket, and hangs up. Throws while nothing listens. */
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

/** Whether a process runs and its command line holds the word: ids are used again, so an old id alone says nothing. */
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
