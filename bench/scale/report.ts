// Tables of the scale benchmark, and the input of the capacity computation.
import { table } from "../../temporal-dev/table.ts";
import type { Measured } from "../capacity/compute.ts";
import { median, p95 } from "../lib/stats.ts";
import type { Sizes } from "./bytes.ts";
import type { RunCost } from "./history.ts";
import type { LoadFigures } from "./load.ts";

/** One run of `shots` with `count` workers: its duration and costs. `processor`: seconds of each part. */
export type Figures = {
  count: number;
  shots: number;
  failed: number;
  seconds: number;
  cost: RunCost;
  /** Database commands of the workers and of the API. */
  commands: number;
  apiCommands: number;
  processor: { workers: number; api: number; engines: number; bench: number };
  workerMb: number;
  bytes: Sizes;
};
export type Looked = {
  quiet: Figures;
  busy: Omit<Figures, "count">;
  load: LoadFigures;
  changedBytes: number;
};

const BAR_OVERHEAD = 5;
/** Costs per screenshot count as equal within this share. */
const BAR_SAME = 0.1;
const BAR_SLOWER = 5;
const BAR_P99 = 10;

/** Returns the percentage of the run's time in which none of its activities was running. */
export const overheadOf = ({ seconds, cost }: Pick<Figures, "seconds" | "cost">): number =>
  Math.max(0, (1 - cost.busyMs / (seconds * 1_000)) * 100);

export function scaleTable(rows: readonly Figures[]): string {
  const [first] = rows as [Figures];
  const perShot = (value: number, { shots }: Pick<Figures, "shots">) => value / shots;
  const line = (one: Figures): string[] => {
    const rate = one.shots / one.seconds;
    const actions = perShot(one.cost.actions, one);
    const commands = perShot(one.commands, one);
    const same =
      Math.abs(actions / perShot(first.cost.actions, first) - 1) <= BAR_SAME &&
      Math.abs(commands / perShot(first.commands, first) - 1) <= BAR_SAME;
    const overhead = overheadOf(one);
    return [
      String(one.count),
      rate.toFixed(2),
      (rate / (first.shots / first.seconds)).toFixed(2),
      `${overhead.toFixed(1)} %`,
      overhead <= BAR_OVERHEAD ? "met" : "missed",
      actions.toFixed(2),
      perShot(one.cost.heartbeats, one).toFixed(2),
      commands.toFixed(1),
      same ? "met" : "missed",
      perShot(one.processor.workers, one).toFixed(2),
      perShot(one.processor.engines, one).toFixed(2),
      one.workerMb.toFixed(0),
    ];
  };
  const head = [
    "workers",
    "shots/s",
    "to the first",
    "no activity",
    `≤ ${BAR_OVERHEAD} %`,
    "actions a shot",
    "beats",
    "commands",
    `same within ${BAR_SAME * 100} %`,
    "cpu s a shot",
    "engines",
    "MB a worker",
  ];
  return table(head, rows.map(line));
}

export function loadLines({ quiet, busy, load }: Looked): string {
  const slower = (busy.seconds / quiet.seconds - 1) * 100;
  const p99 = quantile(load.polls, 0.99);
  const ratio = p99 / Math.max(0.1, median(load.polls));
  const ms = (value: number) => value.toFixed(0);
  const met = (good: boolean) => (good ? "met" : "missed");
  const pair = (of: (processor: Figures["processor"]) => number) =>
    [quiet, busy].map(({ processor }) => of(processor).toFixed(1)).join(" · ");
  const failures = [...new Set(load.errors)].slice(0, 3).join("; ");
  return table(
    [`${quiet.count} workers, beside 200 who poll and 100 open pages`, "", "bar", ""],
    [
      ["seconds of the run, alone and beside them", `${quiet.seconds.toFixed(1)} · ${busy.seconds.toFixed(1)}`, "", ""],
      ["slower", `${slower.toFixed(1)} %`, `≤ ${BAR_SLOWER} %`, met(slower <= BAR_SLOWER)],
      ["polls", String(load.polls.length), "", ""],
      [
        "p50 · p95 · p99 of a poll, ms",
        `${ms(median(load.polls))} · ${ms(p95(load.polls))} · ${ms(p99)}`,
        `p99 ≤ ${BAR_P99} × p50`,
        met(ratio <= BAR_P99),
      ],
      [
        "reads of open pages · p50 · p95, ms",
        `${load.reads.length} · ${ms(median(load.reads))} · ${ms(p95(load.reads))}`,
        "",
        "",
      ],
      ["events that open pages heard", String(load.events), "", ""],
      ["processor seconds, alone and beside them: API", pair(({ api }) => api), "", ""],
      ["workers, with their browsers", pair(({ workers }) => workers), "", ""],
      ["Temporal and the database", pair(({ engines }) => engines), "", ""],
      ["this bench: the site, and those who look", pair(({ bench }) => bench), "", ""],
      [`errors${failures && `: ${failures}`}`, String(load.errors.length), "0", met(load.errors.length === 0)],
    ],
  );
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1))] ?? 0;
}

/** Uses one worker alone, because the cost of a screenshot does not depend on the number of workers. */
export function capacityInputs(one: Figures, { quiet, busy, load, changedBytes }: Looked, where: string): Measured {
  const asked = load.polls.length + load.reads.length;
  const of = (value: number, digits = 4) => Number((value / one.shots).toPrecision(digits));
  const round = (value: number) => Number(value.toPrecision(4));
  return {
    where,
    slotSeconds: of(one.cost.slotMs / 1_000),
    workerCpuSeconds: of(one.processor.workers),
    workerMb: round(one.workerMb),
    temporalActions: of(one.cost.actions),
    temporalHeartbeats: of(one.cost.heartbeats),
    temporalBytes: of(one.bytes.temporal),
    enginesCpuSeconds: of(one.processor.engines),
    databaseCommands: of(one.commands),
    databaseBytes: of(one.bytes.database),
    changedShotBytes: round(changedBytes),
    readCpuSeconds: round(Math.max(0, busy.processor.api - quiet.processor.api) / Math.max(1, asked)),
    readCommands: round(Math.max(0, busy.apiCommands - quiet.apiCommands) / Math.max(1, asked)),
  };
}
