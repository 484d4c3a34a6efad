// Memory limits of browser processes, and which process to end if they are exceeded, so that no page can starve the machine.
import { readFileSync } from "node:fs";
import { totalmem } from "node:os";

/** In bytes. */
export type MemoryLimits = { page: number; browser: number };

/** `page`: whether the process serves a single page only, so that ending it affects no other page. */
export type ProcessMemory = { pid: number; page: boolean; resident: number; shared: number };

export type MemoryVerdict =
  | { over: "nothing" }
  | { over: "page"; pid: number; bytes: number }
  | { over: "browser"; bytes: number };

const MB = 1024 * 1024;
/** A page of 50,000 px peaks at about 1 GB, a typical one at 0.2 GB. */
const MAX_PAGE = 2_048 * MB;
const MAX_BROWSER = 8_192 * MB;

/** Returns the limits. `givenMb` 0: derived from the memory of the machine or container. */
export function memoryLimits(givenMb: number, machineBytes = memoryOfMachine()): MemoryLimits {
  const browser = givenMb > 0 ? givenMb * MB : Math.min(MAX_BROWSER, Math.floor(machineBytes / 2));
  return { browser, page: Math.min(givenMb > 0 ? browser : MAX_PAGE, Math.floor(browser / 2)) };
}

function memoryOfMachine(): number {
  const container = process.constrainedMemory();
  return container > 0 ? Math.min(container, totalmem()) : totalmem();
}

/** Checks page processes first, because ending one ends no other page. All others count together, with shared memory counted once. */
export function judgeMemory(processes: readonly ProcessMemory[], limits: MemoryLimits): MemoryVerdict {
  const [largest] = processes.filter(({ page }) => page).sort((a, b) => b.resident - a.resident);
  if (largest !== undefined && largest.resident > limits.page)
    return { over: "page", pid: largest.pid, bytes: largest.resident };
  const own = processes.reduce((sum, { resident, shared }) => sum + resident - shared, 0);
  const bytes = own + Math.max(0, ...processes.map(({ shared }) => shared));
  return bytes > limits.browser ? { over: "browser", bytes } : { over: "nothing" };
}

/** Returns the memory of each process that is still running. Linux only; [] elsewhere. */
export function readMemory(pids: readonly number[]): ProcessMemory[] {
  return pids.flatMap((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      return [{ pid, page: showsPage(pid), resident: bytesOf(status, "VmRSS"), shared: bytesOf(status, "RssFile") }];
    } catch {
      return []; // ended in the meantime
    }
  });
}

function bytesOf(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) * 1_024;
}

const KEPT_KINDS = 500;
const kinds = new Map<number, boolean>();

/** Chromium has a process per page; Firefox shares its processes, so ending one ends them all. */
function showsPage(pid: number): boolean {
  const known = kinds.get(pid);
  if (known !== undefined) return known;
  const renderer = /--type=renderer/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  // A child of Chromium's zygote has the zygote's command line until its type is known, so cache renderers only.
  if (renderer) kinds.set(pid, renderer);
  if (kinds.size > KEPT_KINDS) kinds.clear();
  return renderer;
}
