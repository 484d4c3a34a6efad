// The operating system's side of a browser: whose child it is, how it is ended, and that none outlives the worker.
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { browserEnvironment } from "./environment.ts";

/**
 * Ids of the direct children of a process that lead a process group, as Playwright's browsers do and ordinary children do
 * not. Playwright gives no process id of a browser it launched; the difference of two calls does.
 */
export function leadersBelow(parent: number): Set<number> {
  const leaders = new Set<number>();
  for (const { pid, ppid, group } of processes()) if (ppid === parent && group === pid) leaders.add(pid);
  return leaders;
}

/** The processes below one, its children's children too, without itself. */
export function descendantsOf(ancestor: number): number[] {
  const children = new Map<number, number[]>();
  for (const { pid, ppid } of processes()) children.set(ppid, [...(children.get(ppid) ?? []), pid]);
  const below = (at: number): number[] => (children.get(at) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(ancestor);
}

/** The members of these process groups, by the group's leader. One look at all processes of the machine. */
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

/** Fields 4 and 5 of /proc/<pid>/stat; the name in field 2 may hold spaces and brackets, so count from its end. */
function processOfProc(pid: number): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, ppid, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return [{ pid, ppid: Number(ppid), group: Number(group) }];
  } catch {
    return []; // it ended meanwhile
  }
}

/** macOS has no /proc. Without ps either, pids() is empty and a browser that hangs is left to Playwright. */
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

/** Ends a browser with all of its processes: Playwright starts each browser as the leader of a group of its own. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}

/** False when it was gone already. */
export function killOne(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}

/**
 * Ends the browser when this worker ends, even by SIGKILL: a shell waits for its standard input to close. Chromium
 * does so by itself when its pipe closes (checked); Firefox is driven over a socket and would stay for good (checked).
 * Answers a function that calls the watch off.
 */
export function killWhenWorkerEnds(pid: number): () => void {
  // Without `--` before the group: Debian's sh takes that for a process.
  const watch = spawn("/bin/sh", ["-c", 'read -r done || kill -KILL "-$1"', "watch", String(pid)], {
    // A group of its own, or the signal that ends the worker's group would end the watch first.
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
