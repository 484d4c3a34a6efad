// `npm run bench -- capacity [--shots-a-day 1e7]`: computes the resources for a number of screenshots per day from measured.json. Measures
// nothing itself.
import { table } from "../../temporal-dev/table.ts";
import { ASSUMPTIONS, type Assumptions, capacityOf, type Measured } from "./compute.ts";
import measured from "./measured.json" with { type: "json" };

const DEFAULT_SHOTS = 1e7;
/** Labels of the assumptions, in print order. */
const WORDS: Record<keyof Assumptions, string> = {
  peakFactor: "shots of the busiest hour over those of an average one",
  utilisation: "how busy processors and slots may be",
  changedShare: "share of shots that show something new",
  shotsPerRun: "shots of a run",
  runSeconds: "seconds that a run takes",
  pollSeconds: "seconds between two status polls of whoever waits for a run",
  openPages: "pages of the dashboard that are open on a run",
  readSeconds: "seconds between two reads of an open page",
  keptDays: "days that runs and their pictures are kept",
  historyDays: "days that Temporal keeps histories",
  machineCores: "cores of a worker machine",
  machineGb: "GB of memory of a worker machine",
};

/** Returns the number after `--shots-a-day`, by default 10 million. Throws if it is not a positive number. */
export function shotsADay(args: readonly string[]): number {
  const at = args.indexOf("--shots-a-day");
  if (at < 0) return DEFAULT_SHOTS;
  const shots = Number(args[at + 1]);
  if (!Number.isFinite(shots) || shots <= 0) throw new Error("--shots-a-day needs a number, for instance 1e7.");
  return shots;
}

/** Formats a number with few digits, because three would exceed the accuracy of the assumptions. */
export function shown(value: number): string {
  const rounded = Number(value.toPrecision(3));
  return rounded.toLocaleString("en", { maximumFractionDigits: rounded < 1 ? 4 : rounded < 100 ? 1 : 0 });
}

/** Returns the tables: requirements, assumptions and measurements. */
export function capacityTables(shots: number): string {
  const inputs: Measured = measured;
  const { where, ...figures } = inputs;
  return [
    table(
      [`${shown(shots)} shots a day`, "needed", "computed as"],
      capacityOf(shots, inputs).map(({ what, value, unit, from }) => [what, `${shown(value)} ${unit}`.trim(), from]),
    ),
    table(
      ["assumed", ""],
      (Object.keys(WORDS) as (keyof Assumptions)[]).map((name) => [WORDS[name], String(ASSUMPTIONS[name])]),
    ),
    table(
      [`measured of one shot (${where})`, ""],
      Object.entries(figures).map(([name, value]) => [name, shown(value)]),
    ),
  ].join("\n\n");
}

export const benchCapacity = async (args: readonly string[]): Promise<string> => capacityTables(shotsADay(args));
