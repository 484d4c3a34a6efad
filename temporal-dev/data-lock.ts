// One stack per data folder: two Temporal servers on one database file would spoil each other's work.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { runs } from "./child.ts";

interface Holder {
  owner: number;
  servers: { pid: number; word: string }[];
  /** The owner has the folder as `hold` does. Earlier versions only wrote the file. */
  held?: true;
}

const leftoverTimeoutMs = 20_000;
/** What was asked to end this long ago is killed: their data is safe over that. */
const killAfterMs = 10_000;
const pollMs = 200;
/** What SQLite answers when another process has the lock (SQLITE_BUSY). */
const busy = 5;

export interface DataLock {
  /** Notes the processes that use the folder, each with a word of its command line: if we are killed, a later start ends them. */
  note(servers: Holder["servers"]): void;
  release(): void;
}

/** Another stack has the folder. `by`: "process 123", or "another process". */
export class DataInUseError extends Error {
  readonly by: string;
  constructor(dataDir: string, by: string) {
    super(`the data in ${dataDir} is in use by ${by}: stop it, or set SVC_DATA_DIR`);
    this.by = by;
  }
}

export interface LockOptions {
  /** How long to wait for another stack to end, in ms; 0 unless given. */
  waitMs?: number;
  /** Told once, when there is one. */
  waiting?(by: string): void;
}

/**
 * Takes the data folder, making it when missing. Servers of a stack that was killed are ended first: mostly their guards
 * have done so, but those may have been killed too.
 * @throws DataInUseError when another stack has it and does not end in time
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
  // Whole or not at all: others read it to know whether a service is starting here.
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
 * The lock is the system's, on a file that SQLite locks: it ends with its process, however that ends, so no file that was
 * left behind or came with a restored folder says that the folder is taken; and it holds between containers that share the
 * folder, which do not see each other's processes.
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

/** Locks the file for as long as this process lives, or until the answer is called; null: another process has it. */
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
    // It ended meanwhile; one of another process is named when the wait is over.
  }
}

/** The process that has the folder, or had it when it was killed; null: none since the last one let it go. */
export const ownerOf = (dataDir: string): number | null => readHolder(join(dataDir, "stack.json"))?.owner ?? null;

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}
