// Runs the service in the background: finds the one on a data folder, or starts one that keeps running until `npm stop`.
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runs } from "./child.ts";
import { withCompileCache } from "./compileCache.ts";
import { ownerOf } from "./data-lock.ts";
import { readRuntimeFile } from "./runtimeFile.ts";

const START = fileURLToPath(new URL("start.ts", import.meta.url));
/** Part of the command line of every process that serves a data folder: `npm start`, `npm run demo`, `run --local`. */
const OURS = "temporal-dev";
/** Generous, because the first start on a folder creates indexes and bundles. */
const START_MS = 5 * 60_000;
const POLL_MS = 100;
const ANSWER_MS = 5_000;

export type Found = { apiUrl: string; pid: number };

/** Returns the service running on the folder, or null. */
export function runningOn(dataDir: string): Found | null {
  const runtime = readRuntimeFile(dataDir);
  return runtime && isServing(runtime.pid) ? { apiUrl: runtime.apiUrl, pid: runtime.pid } : null;
}

/** Returns the id of the process that is starting, running or stopping a service on the folder, or null. */
export function serverOf(dataDir: string): number | null {
  const owner = ownerOf(dataDir);
  return owner !== null && isServing(owner) ? owner : null;
}

/** Returns whether the process exists and serves a folder. */
export const isServing = (pid: number): boolean => runs(pid, OURS);

/**
 * Waits until the service of the folder is ready, and starts one if there is none. `signal` aborts the wait, but a starting service
 * continues. Throws with the last log lines if it does not start.
 */
export async function serviceOn(
  dataDir: string,
  { env, signal }: { env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<Found & { started: boolean }> {
  if (serverOf(dataDir) !== null) {
    const gone = () => (serverOf(dataDir) === null ? "the one that was starting has ended" : null);
    return { ...(await ready(dataDir, gone, signal)), started: false };
  }
  mkdirSync(path.join(dataDir, "logs"), { recursive: true, mode: 0o700 });
  const logFile = path.join(dataDir, "logs", "service.log");
  const log = openSync(logFile, "w", 0o600);
  // Detached, so that it outlives the terminal and its Ctrl-C.
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", START], {
    env: withCompileCache({ ...env, SVC_DATA_DIR: dataDir }),
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let over: string | null = null;
  child.once("error", (error) => {
    over = error.message;
  });
  child.once("exit", () => {
    over = lastLine(logFile);
  });
  try {
    const found = await ready(dataDir, () => over, signal);
    return { ...found, started: true };
  } finally {
    child.unref();
  }
}

async function ready(dataDir: string, over: () => string | null, signal: AbortSignal): Promise<Found> {
  const late = Date.now() + START_MS;
  for (;;) {
    signal.throwIfAborted();
    const found = runningOn(dataDir);
    if (found && (await isReady(found.apiUrl))) return found;
    const why = over();
    if (why !== null) throw new Error(`The service did not start: ${why}`);
    if (Date.now() > late) throw new Error(`The service did not become ready within ${START_MS / 60_000} minutes.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function isReady(apiUrl: string): Promise<boolean> {
  const asked = { signal: AbortSignal.timeout(ANSWER_MS) };
  return fetch(`${apiUrl}/api/ready`, asked).then(
    ({ ok }) => ok,
    () => false,
  );
}

function lastLine(logFile: string): string {
  const lines = readFileSync(logFile, "utf8").trim().split("\n");
  return `${lines.at(-1) || "it ended without a word"} (log: ${logFile})`;
}
