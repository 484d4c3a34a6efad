// One stack per data folder: two Temporal servers on one database file would spoil each other's work.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runs } from "./child.ts";

interface Holder {
  owner: number;
  servers: { pid: number; word: string }[];
}

const leftoverPatienceMs = 20_000;
/** What was asked to end this long ago is killed: their data is safe over that. */
const killAfterMs = 10_000;

export interface DataLock {
  /** Notes the processes that use the folder, each with a word of its command line: if we are killed, a later start ends them. */
  note(servers: Holder["servers"]): void;
  release(): void;
}

/**
 * Takes the data folder, making it when missing. Servers of a stack that was killed are ended first: mostly their guards
 * have done so, but those may have been killed too.
 * @throws Error when another stack uses it
 */
export async function lockDataDir(dataDir: string): Promise<DataLock> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, "stack.json");
  const began = Date.now();
  const asked = new Set<NodeJS.Signals>();
  while (!claim(file)) {
    const before = readHolder(file);
    if (before && runs(before.owner, "node")) {
      throw new Error(`the data in ${dataDir} is in use by process ${before.owner}: stop it, or set SVC_DATA_DIR`);
    }
    const left = before?.servers.filter(({ pid, word }) => runs(pid, word)) ?? [];
    if (left.length === 0) {
      rmSync(file, { force: true });
    } else if (Date.now() - began > leftoverPatienceMs) {
      const pids = left.map(({ pid }) => pid).join(" ");
      throw new Error(`processes of an earlier stack still use ${dataDir}: end them with kill ${pids}`);
    } else {
      const signal = Date.now() - began > killAfterMs ? "SIGKILL" : "SIGTERM";
      if (!asked.has(signal)) for (const { pid } of left) if (runs(pid, dataDir)) end(pid, signal);
      asked.add(signal);
      await sleep(100);
    }
  }
  const write = (servers: Holder["servers"]) => writeFileSync(file, JSON.stringify({ owner: process.pid, servers }));
  return { note: write, release: () => rmSync(file, { force: true }) };
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile; one of another process is named when the wait is over.
  }
}

/** Makes the lock file, which fails when there is one. */
function claim(file: string): boolean {
  try {
    writeFileSync(file, JSON.stringify({ owner: process.pid, servers: [] } satisfies Holder), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}
