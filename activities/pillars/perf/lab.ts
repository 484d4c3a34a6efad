// The worker's side of a Lighthouse child: starts it, gives it one run at a time, and cleans up completely.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { browserEnvironment } from "../../../browsers/environment.ts";
import { isAlive, killGroup, leadersBelow } from "../../../browsers/processes.ts";
import { type LabAnswer, type LabOrder, type LabRun, LHR_FILE, REPORT_FILE } from "./protocol.ts";

/** Lighthouse stops loading after 45 s; gathering and auditing take up to 20 s more on a busy machine. */
const RUN_TIMEOUT_MS = 90_000;
/** By default Node would use half of the machine's memory before it collects garbage. */
const CHILD_HEAP_MB = 1_536;
const ENTRY = fileURLToPath(new URL("./child.ts", import.meta.url));

/** A run without a result, as reported by Lighthouse or the child: code, and a message without secrets. */
export class LabFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "LabFailure";
    this.code = code;
  }
}

/** `lhr` is Lighthouse's result as JSON text, with the site's secrets removed; `report` its page, "" if there is none. */
export type LabResult = { lhr: string; report: string };

export type Lab = {
  /**
   * Runs Lighthouse once with its own browser. Rejects with LabFailure, or with the signal's reason after everything
   * was killed.
   */
  run(order: Omit<LabRun, "folder">, signal: AbortSignal): Promise<LabResult>;
  /** Ends the child with its browser. */
  close(): Promise<void>;
};

/** Creates the lab. The child starts with the first run. A child whose run failed or was cancelled is replaced for the next one. */
export function createLab(options: { timeoutMs?: number; entry?: string } = {}): Lab {
  const { timeoutMs = RUN_TIMEOUT_MS, entry = ENTRY } = options;
  let child: ChildProcess | undefined;
  return {
    async run(order, signal) {
      signal.throwIfAborted();
      const folder = await mkdtemp(path.join(tmpdir(), "plumbline-lab-"));
      try {
        child ??= start(entry);
        const run: LabRun = { ...order, folder };
        const answer = await ask(child, { kind: "run", run }, timeoutMs, signal);
        if (answer.kind === "failed") throw new LabFailure(answer.code, answer.message);
        const [lhr, report] = await Promise.all([
          readFile(path.join(folder, LHR_FILE), "utf8"),
          readFile(path.join(folder, REPORT_FILE), "utf8").catch(() => ""),
        ]);
        return { lhr, report };
      } catch (error) {
        // The failure may have left a browser behind, so the next run gets a fresh child.
        if (child !== undefined) await kill(child);
        child = undefined;
        throw error;
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    },
    async close() {
      if (child !== undefined) await kill(child);
      child = undefined;
    },
  };
}

/** The child leads a process group. It gets none of the service's environment, which contains credentials. */
function start(entry: string): ChildProcess {
  // Without Node's compile cache, loading Lighthouse takes seconds of processor time.
  const { NODE_COMPILE_CACHE: compiled } = process.env;
  const child = spawn(process.execPath, [`--max-old-space-size=${CHILD_HEAP_MB}`, "--no-warnings", entry], {
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: { ...browserEnvironment(), ...(compiled ? { NODE_COMPILE_CACHE: compiled } : {}) },
  });
  // Errors are handled where the child is awaited; without a listener they would end the worker.
  child.on("error", () => undefined);
  return child;
}

function ask(child: ChildProcess, order: LabOrder, timeoutMs: number, signal: AbortSignal): Promise<LabAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<LabAnswer>();
  const onMessage = (answer: unknown): void => resolve(answer as LabAnswer);
  const onEnd = (): void =>
    reject(new LabFailure("CHILD_ENDED", "Lighthouse's process ended in the middle of the run."));
  const onAbort = (): void => reject(signal.reason);
  const late = `The run did not end within ${Math.round(timeoutMs / 1000)} s.`;
  const timer = setTimeout(() => reject(new LabFailure("RUN_TIMEOUT", late)), timeoutMs);
  child.on("message", onMessage).on("error", onEnd).on("exit", onEnd);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  if (child.exitCode !== null || child.signalCode !== null) onEnd();
  else child.send(order, (error) => error && onEnd());
  return promise.finally(() => {
    clearTimeout(timer);
    child.off("message", onMessage).off("error", onEnd).off("exit", onEnd);
    signal.removeEventListener("abort", onAbort);
  });
}

/** Kills the child's group and the groups of its browsers, which lead their own groups, and waits until they are gone. */
async function kill(child: ChildProcess): Promise<void> {
  const { pid } = child;
  // A child that exited took its browser with it, because the browser ends with the pipe between them.
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  // A stopped process cannot start a browser between the check and the kill.
  signalGroup(pid, "SIGSTOP");
  const browsers = [...leadersBelow(pid)];
  killGroup(pid);
  for (const browser of browsers) killGroup(browser);
  await ended;
  for (let tries = 0; tries < 100 && browsers.some(isAlive); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

function signalGroup(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch {
    // Already gone.
  }
}
