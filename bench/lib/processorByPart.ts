// Processor time of everything on the machine, by part, while something runs. Linux only.
import { readdirSync } from "node:fs";
import { commandLine, ownSeconds } from "./processor.ts";

/** A process that lives for less than this may be missing. */
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
      const seconds = Number.isInteger(pid) ? ownSeconds(pid) : null;
      if (seconds === null) continue;
      if (!before.has(pid)) before.set(pid, first ? seconds : 0);
      after.set(pid, seconds);
      // A fork bears its parent's command line until it becomes what it is for.
      if (!parts.has(pid) || parts.get(pid) === "browser, other") parts.set(pid, partOf(pid));
    }
  };
  look(true);
  const timer = setInterval(() => look(false), LOOK_MS);
  await work().finally(() => clearInterval(timer));
  look(false);
  const spent = new Map<string, number>();
  for (const [pid, seconds] of after) {
    const part = parts.get(pid) ?? "other";
    spent.set(part, (spent.get(part) ?? 0) + seconds - (before.get(pid) ?? 0));
  }
  const all = [...spent.values()].reduce((sum, one) => sum + one, 0);
  const shown = [...spent].filter(([, one]) => one >= all / 100).sort((a, b) => b[1] - a[1]);
  return `${all.toFixed(1)} s: ${shown.map(([part, one]) => `${part} ${one.toFixed(1)}`).join(" · ")}`;
}

function partOf(pid: number): string {
  if (pid === process.pid) return "the site and the measuring";
  const command = commandLine(pid);
  return PARTS.find(([pattern]) => pattern.test(command))?.[1] ?? "other";
}
