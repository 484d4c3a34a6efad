// A server of the local stack as a child process: started, watched until it is ready, stopped, killed.
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createConnection } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { LogFile } from "../models/logFile.ts";

const guard = fileURLToPath(new URL("lib/guard.mjs", import.meta.url));
const stopPatienceMs = 15_000;

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
  /** The program ends by itself when its standard input does, and needs no guard for that. */
  watchesStdin?: boolean;
  /** Told when it ends without having been asked to. */
  onLost?: (reason: string) => void;
  /** Told in a sentence when its log cannot be written, and when it can again. */
  onLogTrouble?: (sentence: string) => void;
}

/** One server. Starting it while it runs, and stopping it while it does not, do nothing. */
export class Server {
  #spec: ServerSpec;
  #process: ChildProcess | undefined;
  #gone: Promise<string> = Promise.resolve("not started");
  #pid: number | undefined;
  #expected = false;

  constructor(spec: ServerSpec) {
    this.#spec = spec;
  }

  /** The process id of the program itself (not of the guard around it) while it runs. */
  get pid(): number | undefined {
    return this.#pid;
  }

  /**
   * Starts it and waits until it is ready.
   * @throws Error when it ends first, or is not ready in time; with the last lines it printed
   */
  async start(): Promise<void> {
    if (this.#process) return;
    const { command, args, watchesStdin, name } = this.#spec;
    this.#expected = false;
    const [program, ...rest] = watchesStdin ? [command, ...args] : [process.execPath, guard, command, ...args];
    // A session of its own: Ctrl-C reaches us alone, and we stop things in order.
    const child = spawn(program!, rest, { stdio: ["pipe", "pipe", "pipe"], detached: true });
    this.#process = child;
    this.#pid = watchesStdin ? child.pid : undefined;
    this.#gone = this.#watch(child);
    const ended = this.#gone.then((reason) => {
      throw new Error(`${name} did not start: ${reason}`);
    });
    ended.catch(() => {});
    const enough = new AbortController();
    try {
      await Promise.race([ended, this.#ready(enough.signal)]);
    } catch (error) {
      this.#expected = true;
      await this.stop();
      throw error;
    } finally {
      enough.abort();
    }
  }

  /** Asks it to stop and waits until it is gone; after 15 s it is killed. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (!child) return;
    this.#expected = true;
    child.kill("SIGTERM");
    const late = setTimeout(() => this.#killNow(child), stopPatienceMs);
    await this.#gone;
    clearTimeout(late);
  }

  /** Kills it as a crash would (SIGKILL), and waits until it is gone. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child) return;
    this.#expected = true;
    this.#killNow(child);
    await this.#gone;
  }

  #killNow(child: ChildProcess): void {
    if (this.#pid === undefined) child.kill("SIGKILL");
    else process.kill(this.#pid, "SIGKILL"); // the guard, if any, ends with it
  }

  /** Copies the output to the log; resolves with the reason when the process has ended. */
  #watch(child: ChildProcess): Promise<string> {
    const { logFile, name, onLost, onLogTrouble } = this.#spec;
    const log = new LogFile({ path: logFile, ...(onLogTrouble && { onTrouble: onLogTrouble }) });
    let tail = "";
    const take = (chunk: Buffer) => {
      log.write(chunk);
      tail = (tail + chunk.toString("utf8")).slice(-2_000);
      this.#pid ??= Number(/^guarding (\d+)$/m.exec(tail)?.[1] ?? Number.NaN) || undefined;
    };
    child.stdout?.on("data", take);
    child.stderr?.on("data", take);
    child.stdin?.on("error", () => {});
    return new Promise((resolve) => {
      const end = (how: string) => {
        if (this.#process === child) {
          this.#process = undefined;
          this.#pid = undefined;
        }
        log.end();
        const words = tail.replace(/^(guarding|ready) .*$/gm, "").trim();
        const reason = `${how}${words ? `: ${words.split("\n").slice(-3).join(" / ")}` : ""}`;
        if (!this.#expected) onLost?.(`${name} stopped unexpectedly (${reason}); its log is ${logFile}`);
        resolve(reason);
      };
      child.once("error", (error) => end(error.message));
      child.once("close", (code, signal) => end(signal ? `ended by ${signal}` : `exit code ${code}`));
    });
  }

  async #ready(enough: AbortSignal): Promise<void> {
    const deadline = Date.now() + this.#spec.readyMs;
    let last: unknown;
    while (!enough.aborted) {
      try {
        return await this.#spec.check();
      } catch (error) {
        last = error;
      }
      if (Date.now() > deadline) {
        const why = last instanceof Error ? last.message : String(last);
        throw new Error(`${this.#spec.name} was not ready within ${this.#spec.readyMs / 1000} s: ${why}`);
      }
      await sleep(50);
    }
  }
}

/** Connects to a port of the loopback interface and hangs up. Throws while nobody listens. */
export function knock(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: "127.0.0.1" });
    socket.setTimeout(1_000, () => socket.destroy(new Error(`no answer on port ${port}`)));
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.destroy();
      resolve();
    });
  });
}

/**
 * Whether a process runs and its command line holds the word: ids are used again, so an old id alone says nothing.
 * Without /proc (macOS) the id has to do.
 */
export function runs(pid: number, word: string): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== "linux") return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(word);
  } catch {
    return false;
  }
}
