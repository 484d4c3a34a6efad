// Measures the cost of the stack itself: start, memory at rest, and the time from a request to the first screenshot.
import { table } from "../../temporal-dev/table.ts";
import { verdict } from "../lib/rows.ts";
import { median, p95 } from "../lib/stats.ts";
import { measureAtRest } from "./atRest.ts";
import { measureFirstShots } from "./firstShot.ts";

const BARS = { restMb: 600, startMs: 5_000, firstShotMs: 150 };
/** Number of runs per round; p95 needs several. */
const RUNS = 8;

/** Runs the benchmark and returns the table. */
export async function benchStack(rounds: number, log: (line: string) => void): Promise<string> {
  const rest = await measureAtRest(rounds, log);
  const first = await measureFirstShots(rounds * RUNS, log);
  const ms = (n: number): string => String(Math.round(n));
  const timed = (what: string, list: number[], bar?: number): string[] => [
    what,
    `${ms(median(list))} ms`,
    `${ms(p95(list))} ms`,
    ...(bar === undefined ? ["", ""] : [`p95 ≤ ${bar}`, verdict(p95(list), bar)]),
  ];
  const figures = table(
    ["the whole stack", "measured", "p95", "bar", ""],
    [
      [
        "start, when set up",
        `${ms(median(rest.startMs))} ms`,
        `${ms(p95(rest.startMs))} ms`,
        `≤ ${BARS.startMs}`,
        verdict(median(rest.startMs), BARS.startMs),
      ],
      ["memory at rest", `${ms(rest.mb)} MB`, "", `≤ ${BARS.restMb}`, verdict(rest.mb, BARS.restMb)],
      timed("POST → answer", first.answered),
      timed("POST → the run's workflow has started", first.workflow),
      timed("POST → the run is planned", first.planned),
      timed("POST → the first shot begins", first.shot, BARS.firstShotMs),
    ],
  );
  const parts = rest.parts.map(({ name, mb }) => `${name} ${ms(mb)}`).join(" · ");
  return `${figures}\n\nMB of each process at rest (shared pages shared out): ${parts}`;
}
