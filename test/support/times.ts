// Root hooks that record the duration of each test file and the processor time of its process and child processes.
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const out = process.env.PLUMBLINE_TEST_TIMES;
const root = fileURLToPath(new URL("../..", import.meta.url));
/** Clock tick of Linux's process table, in seconds. */
const TICK_S = 0.01;
let began = 0;
let worked = 0;

// Mocha ends its processes with SIGTERM after a second; writing their coverage takes longer.
if (process.env.NODE_V8_COVERAGE && process.env.MOCHA_WORKER_ID) process.on("SIGTERM", () => {});

export type FileTime = { file: string; seconds: number; processor: number };

/** With `--parallel`, mocha runs these once per file. */
export const mochaHooks = {
  beforeAll(): void {
    began = performance.now();
    worked = processorTime();
  },
  afterAll(this: Mocha.Context): void {
    const file = this.test?.parent?.suites[0]?.file;
    if (out === undefined || file === undefined) return;
    const seconds = (performance.now() - began) / 1_000;
    const time: FileTime = { file: path.relative(root, file), seconds, processor: processorTime() - worked };
    appendFileSync(out, `${JSON.stringify(time)}\n`);
  },
};

/** Slowest first. */
export function readTimes(lines: string): FileTime[] {
  return lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FileTime)
    .sort((a, b) => b.seconds - a.seconds);
}

/** Processor time of this process, of children it has waited for, and of running descendants. On other systems than Linux: of this process only. */
function processorTime(): number {
  const table = new Map<number, { parent: number; seconds: number }>();
  try {
    for (const name of readdirSync("/proc")) if (/^\d+$/.test(name)) note(table, Number(name));
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const below = (pid: number): boolean => {
    for (let at = pid; at > 1; at = table.get(at)?.parent ?? 0) if (at === process.pid) return true;
    return false;
  };
  let sum = 0;
  for (const [pid, { seconds }] of table) if (below(pid)) sum += seconds;
  return sum;
}

function note(table: Map<number, { parent: number; seconds: number }>, pid: number): void {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = line
      .slice(line.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + (fields[at] ?? 0), 0);
    table.set(pid, { parent: fields[1] ?? 0, seconds: ticks * TICK_S });
  } catch {
    // The process ended between listing and reading.
  }
}
