// Who may use browsers on this host: many at once (shared), or one Lighthouse run alone (exclusive), over all workers of the
// host. A queue of small files in a folder of this user; what dead processes left there is removed by whoever meets it.
import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { HOST_WAITS } from "../domain/hostWaits.ts";
import type { BrowserPool } from "./browserPool.ts";
import { DRAFT, lockFile, processAlive, processName } from "./hostGate/lockFile.ts";

/** Gives the place back; may be called again. Does not reject. */
export type Release = () => Promise<void>;

/**
 * Fair in phases: whoever comes while an exclusive one holds or waits lets that one pass, and no more than that one. So
 * an exclusive one waits for the browser work that runs, shared ones for a single Lighthouse run, and neither starves.
 * Hold one place at a time: a second shared one while the first is held can wait for an exclusive one that waits for the first.
 */
export type HostGate = {
  /** Rejects with the signal's reason. */
  shared(signal?: AbortSignal): Promise<Release>;
  exclusive(signal?: AbortSignal): Promise<Release>;
  /** Whether somebody of this process waits. */
  isWaitedFor(): boolean;
};

export type HostGateOptions = {
  /** The workers of a host share it; a folder per user under the system's temporary one unless given. */
  folder?: string;
  /** How often a waiting one looks, in ms. */
  pollMs?: number;
};

type Kind = "shared" | "exclusive";
type Ticket = {
  id: string;
  kind: Kind;
  /** See `processName`. */
  owner: string;
  /** Order of coming. */
  number: number;
  holds: boolean;
  /** Of a shared one: the exclusive ticket that goes first; null for none. */
  behind: string | null;
};

const POLL_MS = 100;
const LOCK = "lock";
const SUFFIX = ".ticket";

/** Throws when the folder cannot be used, or is not this user's own. */
export function createHostGate({ folder = defaultFolder(), pollMs = POLL_MS }: HostGateOptions = {}): HostGate {
  prepare(folder);
  /** Wakes the waiting ones of this process at once. */
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
        // The usual wait costs one small file a look: somebody is measuring meanwhile.
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
    // One file, so no lock is needed: whoever reads next sees it or does not.
    remove(path.join(folder, id + SUFFIX));
    for (const wake of waiting) wake();
  }

  async function inLock<T>(work: () => T, signal?: AbortSignal): Promise<T> {
    for (;;) {
      signal?.throwIfAborted();
      // Systems empty their temporary folder.
      prepare(folder);
      const done = lockFile(path.join(folder, LOCK), work);
      if (done !== undefined) return done.value;
      // The holder needs less than a millisecond.
      await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 4));
    }
  }

  return {
    shared: (signal) => take("shared", signal),
    exclusive: (signal) => take("exclusive", signal),
    isWaitedFor: () => asking > 0,
  };
}

/** The same gate, whose waits are told: `tell` is given what is waited for, and the wait. */
export function announced(gate: HostGate, tell: <T>(what: string, wait: () => Promise<T>) => Promise<T>): HostGate {
  return {
    ...gate,
    shared: (signal) => tell(HOST_WAITS.shared, () => gate.shared(signal)),
    exclusive: (signal) => tell(HOST_WAITS.exclusive, () => gate.exclusive(signal)),
  };
}

/** A pool whose pages each hold the gate shared from before they are made until they are released. */
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
  // Somebody emptied the temporary folder: come again, at the end.
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
  // A shared one that waits for no one any more counts like one that holds: it will, with its next look.
  const sharedFirst = others.some(({ kind, holds, behind }) => kind === "shared" && (holds || !here(behind)));
  const first = firstExclusive(others);
  return !sharedFirst && (first === undefined || (!first.holds && first.number > own.number));
}

/** The one that holds, else the one that has waited longest. */
function firstExclusive(tickets: readonly Ticket[]): Ticket | undefined {
  return tickets
    .filter(({ kind }) => kind === "exclusive")
    .sort((a, b) => Number(b.holds) - Number(a.holds) || a.number - b.number)[0];
}

/** Every ticket of a living process; what dead ones left is removed. */
function read(folder: string): Ticket[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    if (name.endsWith(DRAFT)) sweepDraft(file);
    if (!name.endsWith(SUFFIX)) return [];
    const ticket = parse(file);
    if (ticket !== undefined && processAlive(ticket.owner)) return [ticket];
    // A writer that was killed half-way left a file that cannot be read; nobody else writes while the lock is held.
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
    // Its writer removed it.
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
    // It is gone already.
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

/** A folder of that name could have been put there by somebody else. */
function prepare(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  const own = process.getuid === undefined || uid === process.getuid();
  if (!lstatSync(folder).isDirectory() || !own || (mode & 0o022) !== 0)
    throw new Error(`${folder} must be a folder that only this user may write to.`);
}
