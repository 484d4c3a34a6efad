// Coordinates browser use on this host across all workers: many holders at the same time (shared), or a single Lighthouse run
// (exclusive). Implemented as a queue of small files in a folder of this user; files of dead processes are removed by the next process that
// finds them.
import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { HOST_WAITS } from "../domain/hostWaits.ts";
import type { BrowserPool } from "./browserPool.ts";
import { DRAFT, lockFile, processAlive, processName } from "./hostGate/lockFile.ts";

/** Releases the place. Idempotent; never rejects. */
export type Release = () => Promise<void>;

/**
 * Fair in phases: a request that arrives while an exclusive one holds or waits lets that one go first, but no later one. So
 * an exclusive request waits for running browser work, shared requests wait for a single Lighthouse run, and neither starves.
 * Hold only one place at a time: a second shared request, made while the first is held, could wait for an exclusive one that waits for the
 * first.
 */
export type HostGate = {
  /** Rejects with the signal's reason. */
  shared(signal?: AbortSignal): Promise<Release>;
  exclusive(signal?: AbortSignal): Promise<Release>;
  /** Whether a request of this process is waiting. */
  isWaitedFor(): boolean;
};

export type HostGateOptions = {
  /** Shared by all workers of the host. Defaults to a folder per user in the system's temporary folder. */
  folder?: string;
  /** Interval in ms at which a waiting request checks its turn. */
  pollMs?: number;
};

type Kind = "shared" | "exclusive";
type Ticket = {
  id: string;
  kind: Kind;
  /** Name of the process that owns the ticket; see `processName`. */
  owner: string;
  /** Position in order of arrival. */
  number: number;
  holds: boolean;
  /** For a shared ticket: the exclusive ticket that goes first; null for none. */
  behind: string | null;
};

const POLL_MS = 100;
const LOCK = "lock";
const SUFFIX = ".ticket";

/** Creates the gate. Throws if the folder cannot be used or is not owned by this user. */
export function createHostGate({ folder = defaultFolder(), pollMs = POLL_MS }: HostGateOptions = {}): HostGate {
  prepare(folder);
  /** Wakes the waiting requests of this process immediately. */
  const waiting = new Set<() => void>();
  let asking = 0;

  async function take(kind: Kind, signal?: AbortSignal): Promise<Release> {
    const id = randomUUID();
    asking += 1;
    try {
      let ticket = await inLock(() => enter(folder, id, kind), signal);
      while (!ticket.holds) {
        await pause(pollMs, signal, waiting);
        const { behind } = ticket;
        // A typical wait reads one small file per check, because a measurement is running at the same time.
        if (behind !== null && lives(path.join(folder, behind + SUFFIX))) continue;
        ticket = await inLock(() => advance(folder, id, kind), signal);
      }
    } catch (error) {
      await leave(id);
      throw error;
    } finally {
      asking -= 1;
    }
    let released: Promise<void> | undefined;
    return () => {
      released ??= leave(id);
      return released;
    };
  }

  async function leave(id: string): Promise<void> {
    // A single file, so no lock is needed: the next reader either sees it or does not.
    remove(path.join(folder, id + SUFFIX));
    for (const wake of waiting) wake();
  }

  async function inLock<T>(work: () => T, signal?: AbortSignal): Promise<T> {
    for (;;) {
      signal?.throwIfAborted();
      // The system may have emptied its temporary folder.
      prepare(folder);
      const done = lockFile(path.join(folder, LOCK), work);
      if (done !== undefined) return done.value;
      // The lock is held for less than a millisecond.
      await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 4));
    }
  }

  return {
    shared: (signal) => take("shared", signal),
    exclusive: (signal) => take("exclusive", signal),
    isWaitedFor: () => asking > 0,
  };
}

/** Wraps the gate so that each wait is announced: `tell` receives what is waited for, and the wait itself. */
export function announced(gate: HostGate, tell: <T>(what: string, wait: () => Promise<T>) => Promise<T>): HostGate {
  return {
    ...gate,
    shared: (signal) => tell(HOST_WAITS.shared, () => gate.shared(signal)),
    exclusive: (signal) => tell(HOST_WAITS.exclusive, () => gate.exclusive(signal)),
  };
}

/** Wraps the pool so that each page holds the gate (shared) from before it is created until it is released. */
export function gatedPool(pool: BrowserPool, gate: HostGate): BrowserPool {
  return {
    ...pool,
    async acquire(kind, options, signal, how) {
      const leave = await gate.shared(signal);
      try {
        const lease = await pool.acquire(kind, options, signal, how);
        return { ...lease, release: () => lease.release().finally(leave) };
      } catch (error) {
        await leave();
        throw error;
      }
    },
  };
}

function enter(folder: string, id: string, kind: Kind): Ticket {
  const others = read(folder);
  const number = Math.max(0, ...others.map((ticket) => ticket.number)) + 1;
  const behind = kind === "shared" ? (firstExclusive(others)?.id ?? null) : null;
  const ticket: Ticket = { id, kind, owner: processName(), number, holds: false, behind };
  ticket.holds = mayHold(ticket, others);
  write(folder, ticket);
  return ticket;
}

function advance(folder: string, id: string, kind: Kind): Ticket {
  const all = read(folder);
  const own = all.find((ticket) => ticket.id === id);
  // The temporary folder was emptied: enter again at the end of the queue.
  if (own === undefined) return enter(folder, id, kind);
  if (
    !mayHold(
      own,
      all.filter((ticket) => ticket !== own),
    )
  )
    return own;
  const held = { ...own, holds: true };
  write(folder, held);
  return held;
}

function mayHold(own: Ticket, others: readonly Ticket[]): boolean {
  const here = (id: string | null) => id === own.id || others.some((ticket) => ticket.id === id);
  if (own.kind === "shared") return !here(own.behind);
  // A shared ticket with nothing left to wait for counts as a holder, because it becomes one at its next check.
  const sharedFirst = others.some(({ kind, holds, behind }) => kind === "shared" && (holds || !here(behind)));
  const first = firstExclusive(others);
  return !sharedFirst && (first === undefined || (!first.holds && first.number > own.number));
}

/** Returns the exclusive ticket that holds the gate, else the one that has waited longest. */
function firstExclusive(tickets: readonly Ticket[]): Ticket | undefined {
  return tickets
    .filter(({ kind }) => kind === "exclusive")
    .sort((a, b) => Number(b.holds) - Number(a.holds) || a.number - b.number)[0];
}

/** Returns the tickets of living processes and removes those of dead ones. */
function read(folder: string): Ticket[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    if (name.endsWith(DRAFT)) sweepDraft(file);
    if (!name.endsWith(SUFFIX)) return [];
    const ticket = parse(file);
    if (ticket !== undefined && processAlive(ticket.owner)) return [ticket];
    // A writer that was killed midway left an unreadable file; nobody else writes while the lock is held.
    remove(file);
    return [];
  });
}

function lives(file: string): boolean {
  const ticket = parse(file);
  return ticket !== undefined && processAlive(ticket.owner);
}

function sweepDraft(file: string): void {
  try {
    const [owner = ""] = readFileSync(file, "utf8").split(" ");
    if (owner !== "" && !processAlive(owner)) unlinkSync(file);
  } catch {
    // Removed by its writer.
  }
}

function parse(file: string): Ticket | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Ticket;
  } catch {
    return undefined;
  }
}

function write(folder: string, ticket: Ticket): void {
  writeFileSync(path.join(folder, ticket.id + SUFFIX), JSON.stringify(ticket), { mode: 0o600 });
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Already gone.
  }
}

function pause(ms: number, signal: AbortSignal | undefined, waiting: Set<() => void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      waiting.delete(wake);
      signal?.removeEventListener("abort", abort);
      settle();
    };
    const wake = end(resolve);
    const abort = end(() => reject(signal?.reason));
    const timer = setTimeout(wake, ms);
    waiting.add(wake);
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted) abort();
  });
}

function defaultFolder(): string {
  return path.join(tmpdir(), `plumbline-gate-${process.getuid?.() ?? userInfo().username}`);
}

/** Somebody else could have created a folder of that name. */
function prepare(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  const own = process.getuid === undefined || uid === process.getuid();
  if (!lstatSync(folder).isDirectory() || !own || (mode & 0o022) !== 0)
    throw new Error(`${folder} must be a folder that only this user may write to.`);
}
