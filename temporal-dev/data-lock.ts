// Allows only one stack per data folder, because two Temporal servers on one database file would corrupt each other's data.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { runs } from "./child.ts";

interface Holder {
  owner: number;
  servers: { pid: number; word: string }[];
  /** Set if the owner holds the lock file. Earlier versions only wrote this file. */
  held?: true;
}

const leftoverTimeoutMs = 20_000;
/** Time after which a process that was asked to end is killed; its data survives that. */
const killAfterMs = 10_000;
const pollMs = 200;
/** SQLite's error code if another process holds the lock (SQLITE_BUSY). */
const busy = 5;

export interface DataLock {
  /**
   * Records the processes that use the folder, each with a word of its command line, so that a later start can end them if this process is
   * killed.
   */
  note(servers: Holder["servers"]): void;
  release(): void;
}

/** Another stack is using the folder. `by`: "process 123" or "another process". */
export class DataInUseError extends Error {
  readonly by: string;
  constructor(dataDir: string, by: string) {
    super(`the data in ${dataDir} is in use by ${by}: stop it, or set SVC_DATA_DIR`);
    this.by = by;
  }
}

export interface LockOptions {
  /** Maximum time to wait for another stack to end, in ms. Default: 0. */
  waitMs?: number;
  /** Called once if another stack has to be waited for. */
  waiting?(by: string): void;
}

/**
 * Locks the data folder, creating it if necessary. First ends leftover servers of a stack that was killed: usually their guards do that,
 * but the guards may have been killed too.
 * @throws DataInUseError if another stack uses the folder and does not end in time
 */
export async function lockDataDir(dataDir: string, options: LockOptions = {}): Promise<DataLock> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, "stack.json");
  const letGo = await hold(dataDir, file, options);
  try {
    const before = readHolder(file);
    if (before && !before.held && runs(before.owner, "node"))
      throw new DataInUseError(dataDir, `process ${before.owner}`);
    await endLeftovers(before?.servers ?? [], dataDir);
  } catch (error) {
    letGo();
    throw error;
  }
  // Written atomically, because others read it to find out whether a service is starting here.
  const write = (servers: Holder["servers"]) => {
    const draft = `${file}.${process.pid}.tmp`;
    writeFileSync(draft, JSON.stringify({ owner: process.pid, servers, held: true } satisfies Holder));
    renameSync(draft, file);
  };
  const release = () => {
    rmSync(file, { force: true });
    letGo();
  };
  write([]);
  return { note: write, release };
}

/**
 * Uses a system lock on a file, held through SQLite. It ends with its process in every case, so a leftover file, or one from a restored
 * folder, never blocks the folder. It also works between containers that share the folder but cannot see each other's processes.
 */
async function hold(dataDir: string, file: string, { waitMs = 0, waiting }: LockOptions): Promise<() => void> {
  const until = Date.now() + waitMs;
  let told = false;
  for (;;) {
    const letGo = tryToHold(join(dataDir, "stack.lock"));
    if (letGo) return letGo;
    const owner = readHolder(file)?.owner;
    const by = owner === undefined ? "another process" : `process ${owner}`;
    if (Date.now() >= until) throw new DataInUseError(dataDir, by);
    if (!told) waiting?.(by);
    told = true;
    await sleep(pollMs);
  }
}

/** Locks the file until this process ends or the returned function is called. Returns null if another process holds the lock. */
export function tryToHold(lockFile: string): (() => void) | null {
  const database = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
    return () => {
      if (database.isOpen) database.close();
    };
  } catch (error) {
    database.close();
    if (error instanceof Error && "errcode" in error && error.errcode === busy) return null;
    throw error;
  }
}

async function endLeftovers(servers: Holder["servers"], dataDir: string): Promise<void> {
  const began = Date.now();
  const asked = new Set<NodeJS.Signals>();
  for (;;) {
    const left = servers.filter(({ pid, word }) => runs(pid, word));
    if (left.length === 0) return;
    if (Date.now() - began > leftoverTimeoutMs) {
      const pids = left.map(({ pid }) => pid).join(" ");
      throw new Error(`processes of an earlier stack still use ${dataDir}: end them with kill ${pids}`);
    }
    const signal = Date.now() - began > killAfterMs ? "SIGKILL" : "SIGTERM";
    if (!asked.has(signal)) for (const { pid } of left) if (runs(pid, dataDir)) end(pid, signal);
    asked.add(signal);
    await sleep(100);
  }
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already ended. If it belongs to another user, it is reported when the wait is over.
  }
}

/** Returns the process that uses the folder, or used it when it was killed; null if the last one released it. */
export const ownerOf = (dataDir: string): number | null => readHolder(join(dataDir, "stack.json"))?.owner ?? null;

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}
