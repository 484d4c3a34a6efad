// The operating system's side of a browser: whose child it is, how it is ended, and that none outlives the worker.
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Ids of the direct children of a process. Playwright gives no process id of a browser it launched; the difference of two calls does. */
export function childrenOf(parent: number): Set<number> {
  try {
    return new Set(
      readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .filter((pid) => parentOf(pid) === parent),
    );
  } catch {
    return childrenByPs(parent);
  }
}

/** Field 4 of /proc/<pid>/stat; the name in field 2 may hold spaces and brackets, so count from its end. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return -1; // it ended meanwhile
  }
}

/** macOS has no /proc. */
function childrenByPs(parent: number): Set<number> {
  const children = new Set<number>();
  try {
    for (const line of execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).split("\n")) {
      const [pid, ppid] = line.trim().split(/\s+/).map(Number);
      if (pid !== undefined && ppid === parent) children.add(pid);
    }
  } catch {
    // No ps either: pids() is empty and a browser that hangs is left to Playwright.
  }
  return children;
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

/**
 * Ends the browser when this worker ends, even by SIGKILL: a shell waits for its standard input to close. Chromium
 * does so by itself when its pipe closes (checked); Firefox is driven over a socket and would stay for good (checked).
 * Answers a function that calls the watch off.
 */
export function killWhenWorkerEnds(pid: number): () => void {
  const watch = spawn("/bin/sh", ["-c", 'read -r done || kill -KILL -- "-$1"', "watch", String(pid)], {
    // A group of its own, or the signal that ends the worker's group would end the watch first.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watch.on("error", () => undefined);
  watch.stdin?.on("error", () => undefined);
  watch.unref();
  if (watch.stdin !== null && "unref" in watch.stdin && typeof watch.stdin.unref === "function") watch.stdin.unref();
  return () => watch.stdin?.end("done\n");
}
