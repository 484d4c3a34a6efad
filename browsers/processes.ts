// Browsers as operating system processes: finds them, kills them, and ensures that none outlives the worker.
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { browserEnvironment } from "./environment.ts";

/**
 * Returns the ids of a process's direct children that lead a process group, as Playwright's browsers do and ordinary children do
 * not. Playwright does not expose the process id of a launched browser; the difference of two calls reveals it.
 */
export function leadersBelow(parent: number): Set<number> {
  const leaders = new Set<number>();
  for (const { pid, ppid, group } of processes()) if (ppid === parent && group === pid) leaders.add(pid);
  return leaders;
}

/** Returns all descendants of a process, without itself. */
export function descendantsOf(ancestor: number): number[] {
  const children = new Map<number, number[]>();
  for (const { pid, ppid } of processes()) children.set(ppid, [...(children.get(ppid) ?? []), pid]);
  const below = (at: number): number[] => (children.get(at) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(ancestor);
}

/** Returns the members of these process groups by group leader. Reads all processes of the machine once. */
export function membersOf(leaders: readonly number[]): Map<number, number[]> {
  const members = new Map<number, number[]>(leaders.map((leader) => [leader, []]));
  for (const { pid, group } of processes()) members.get(group)?.push(pid);
  return members;
}

type Process = { pid: number; ppid: number; group: number };

function processes(): Process[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => processOfProc(Number(name)));
  } catch {
    return processesOfPs();
  }
}

/** Fields 4 and 5 of /proc/<pid>/stat; the name in field 2 may contain spaces and brackets, so count from its end. */
function processOfProc(pid: number): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, ppid, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return [{ pid, ppid: Number(ppid), group: Number(group) }];
  } catch {
    return []; // ended in the meantime
  }
}

/** macOS has no /proc. Without ps too, pids() is empty and Playwright must handle a hanging browser. */
function processesOfPs(): Process[] {
  try {
    return execFileSync("ps", ["-A", "-o", "pid=,ppid=,pgid="], { encoding: "utf8" })
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number))
      .map(([pid = 0, ppid = 0, group = 0]) => ({ pid, ppid, group }));
  } catch {
    return [];
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Kills a browser with all its processes: Playwright starts each browser as the leader of its own process group. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Already gone.
  }
}

/** Returns false if the process was already gone. */
export function killOne(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}

/**
 * Kills the browser when this worker ends, even by SIGKILL: a shell waits for its standard input to close. Chromium
 * exits on its own when its pipe closes (checked); Firefox is driven over a socket and would keep running (checked).
 * Returns a function that cancels the watch.
 */
export function killWhenWorkerEnds(pid: number): () => void {
  // No `--` before the group, because Debian's sh takes that for a process.
  const watch = spawn("/bin/sh", ["-c", 'read -r done || kill -KILL "-$1"', "watch", String(pid)], {
    // A separate process group, because the signal that ends the worker's group would otherwise end the watch first.
    detached: true,
    env: browserEnvironment(),
    stdio: ["pipe", "ignore", "ignore"],
  });
  watch.on("error", () => undefined);
  watch.stdin?.on("error", () => undefined);
  watch.unref();
  if (watch.stdin !== null && "unref" in watch.stdin && typeof watch.stdin.unref === "function") watch.stdin.unref();
  return () => watch.stdin?.end("done\n");
}
