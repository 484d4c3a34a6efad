// Processor time of everything on the machine, by part, while something runs. Linux only.
import { readdirSync, readFileSync } from "node:fs";
import { commandLine } from "./processor.ts";

const TICK_MS = 10;

/** A process that lives for less than this may be missing; its parent counts it then, once it has waited for it. */
const LOOK_MS = 50;

const PARTS: readonly (readonly [RegExp, string])[] = [
  [/--type=renderer/, "pages"],
  [/--type=gpu-process/, "drawing"],
  [/--type=utility.*NetworkService/, "network"],
  [/--type=/, "browser, other"],
  [/chrom/i, "browser"],
  [/backstop\.js|pa11y|cucumber\.js/, "its node"],
  [/workers\/main/, "worker"],
  [/api\/main/, "API"],
  [/temporal .*server|temporal-server/, "Temporal"],
  [/ferretdb|mongod/, "database"],
];

/** Returns two lines: what one further run of ours and one of the peer cost. Apart from the timed runs, because looking takes time itself. */
export async function processorBeside(
  peer: string,
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
): Promise<string> {
  const mine = await processorByPart(ours);
  return `processor time of one more run: plumbline ${mine}\n${peer} ${await processorByPart(theirs)}`;
}

/** Returns one line: the seconds in all, and those of each part with at least a hundredth. */
async function processorByPart(work: () => Promise<unknown>): Promise<string> {
  const parts = new Map<number, string>();
  const before = new Map<number, number>();
  const after = new Map<number, number>();
  const look = (first: boolean) => {
    for (const name of readdirSync("/proc")) {
      const pid = Number(name);
      const ms = Number.isInteger(pid) ? ownMs(pid) : null;
      if (ms === null) continue;
      if (!before.has(pid)) before.set(pid, first ? ms : 0);
      after.set(pid, ms);
      // A fork bears its parent's command line until it becomes what it is for.
      if (!parts.has(pid) || parts.get(pid) === "browser, other") parts.set(pid, partOf(pid));
    }
  };
  look(true);
  const timer = setInterval(() => look(false), LOOK_MS);
  await work().finally(() => clearInterval(timer));
  look(false);
  const seconds = new Map<string, number>();
  for (const [pid, ms] of after) {
    const part = parts.get(pid) ?? "other";
    seconds.set(part, (seconds.get(part) ?? 0) + (ms - (before.get(pid) ?? 0)) / 1_000);
  }
  const all = [...seconds.values()].reduce((sum, one) => sum + one, 0);
  const shown = [...seconds].filter(([, one]) => one >= all / 100).sort((a, b) => b[1] - a[1]);
  return `${all.toFixed(1)} s: ${shown.map(([part, one]) => `${part} ${one.toFixed(1)}`).join(" · ")}`;
}

function partOf(pid: number): string {
  if (pid === process.pid) return "the site and the measuring";
  const command = commandLine(pid);
  return PARTS.find(([pattern]) => pattern.test(command))?.[1] ?? "other";
}

/** Returns the processor time of a process without its children; null if it is gone. Fields 14 and 15 of /proc/<pid>/stat. */
function ownMs(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}
