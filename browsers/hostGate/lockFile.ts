// Mutual exclusion between the processes of a host for moments of synchronous work, by a file that holds its owner's name.
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { isAlive } from "../processes.ts";

export const DRAFT = ".draft";

/**
 * Does the work while no other process does any under this file; undefined when one does just now. `work` must be
 * synchronous. A lock whose process is dead is taken away first.
 */
export function lockFile<T>(file: string, work: () => T): { value: T } | undefined {
  const draft = `${file}.${randomUUID()}${DRAFT}`;
  // The file must not be seen before it says whose it is: it is written under another name and linked.
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
 * False when its owner lives. Two that see the same dead owner must not both unlink, or the second would unlink the first
 * one's new lock: so the right to take away this very lock, which has a name of its own, is locked in turn.
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

/** This process, told from later ones with the same id where the system says when it began. */
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

/** Field 22 of /proc/<pid>/stat, in clock ticks since the system's start; "" without /proc. A zombie counts as gone. */
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
    // It is gone already.
  }
}
