// Mutual exclusion between processes of a host for short synchronous work, by a file that contains the owner's name.
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { isAlive } from "../processes.ts";

export const DRAFT = ".draft";

/**
 * Runs `work` while no other process runs any under this file. Returns undefined if the lock is currently held. `work` must be
 * synchronous. The lock of a dead process is removed first.
 */
export function lockFile<T>(file: string, work: () => T): { value: T } | undefined {
  const draft = `${file}.${randomUUID()}${DRAFT}`;
  // The file must not become visible before it names its owner, so it is written under another name and then linked.
  writeFileSync(draft, `${processName()} ${randomUUID()}`, { mode: 0o600 });
  try {
    if (!link(draft, file) && !(takeAwayDead(file) && link(draft, file))) return undefined;
    try {
      return { value: work() };
    } finally {
      unlink(file);
    }
  } finally {
    unlink(draft);
  }
}

/**
 * Returns false if the owner is alive. Two processes that see the same dead owner must not both unlink the lock, because the second
 * would unlink the new lock of the first. So the right to remove this particular lock, which has a unique name, is itself locked.
 */
function takeAwayDead(file: string): boolean {
  const seen = read(file);
  if (seen === undefined) return true;
  const [owner = "", id = ""] = seen.split(" ");
  if (processAlive(owner)) return false;
  lockFile(`${file}.${id}`, () => {
    if (read(file) === seen) unlink(file);
  });
  return true;
}

/** Returns a name for this process that also differs from later processes with the same PID, if the system reports start times. */
export function processName(): string {
  ownName ??= `${process.pid}:${startOf(process.pid)}`;
  return ownName;
}
let ownName: string | undefined;

export function processAlive(name: string): boolean {
  if (name === processName()) return true;
  const [pid = "", began = ""] = name.split(":");
  if (!/^[1-9]\d*$/.test(pid) || !isAlive(Number(pid))) return false;
  return began === "" || startOf(Number(pid)) === began;
}

/** Returns field 22 of /proc/<pid>/stat, in clock ticks since system start; "" without /proc. A zombie counts as gone. */
function startOf(pid: number): string {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return "";
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" ? "ended" : (fields[19] ?? "");
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function unlink(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Already gone.
  }
}
