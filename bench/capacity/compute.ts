// Computes the resources for a number of screenshots per day from the measured cost of one screenshot. Pure functions.

/** Cost of one screenshot on the machine of `bench -- scale`, including all parts of a run. Seconds, bytes and counts. */
export type Measured = {
  /** When and where it was measured. */
  where: string;
  /** Time in a browser slot, and processor time of the worker with its browser. */
  slotSeconds: number;
  workerCpuSeconds: number;
  /** Memory of a worker with one slot, including its browser, in MB. */
  workerMb: number;
  /** Temporal actions without and with heartbeats, and the size of the history. */
  temporalActions: number;
  temporalHeartbeats: number;
  temporalBytes: number;
  /** Processor time of Temporal and the embedded database together. */
  enginesCpuSeconds: number;
  /** Database commands, and the size of the documents. */
  databaseCommands: number;
  databaseBytes: number;
  /** Stored bytes of a screenshot whose page changed; an unchanged one stores nothing. */
  changedShotBytes: number;
  /**
   * Processor time of the API and database commands for one read by somebody who is watching: the average of status polls and reads of
   * open pages, weighted by how many there were.
   */
  readCpuSeconds: number;
  readCommands: number;
};

/** What was not measured: how the load is distributed, and what the machines are like. */
export type Assumptions = {
  /** Screenshots in the busiest hour relative to an average one. */
  peakFactor: number;
  /** Maximum utilization of processors and slots at the peak. */
  utilisation: number;
  /** Share of screenshots that show a change. */
  changedShare: number;
  /** Screenshots per run, its duration, and the polling interval of clients that wait for it. */
  shotsPerRun: number;
  runSeconds: number;
  pollSeconds: number;
  /** Dashboard pages open on a running run, and how often each one reads it again. */
  openPages: number;
  readSeconds: number;
  /** How long runs (with the artifacts only they use) and histories are kept. */
  keptDays: number;
  historyDays: number;
  /** Size of a worker machine. */
  machineCores: number;
  machineGb: number;
};

export const ASSUMPTIONS: Assumptions = {
  peakFactor: 3,
  utilisation: 0.7,
  changedShare: 0.02,
  shotsPerRun: 100,
  runSeconds: 120,
  pollSeconds: 5,
  openPages: 1,
  readSeconds: 5,
  keptDays: 90,
  historyDays: 3,
  machineCores: 8,
  machineGb: 32,
};

export type Row = { what: string; value: number; unit: string; from: string };

const DAY_S = 86_400;
const MONTH_DAYS = 30;
const GB = 1e9;
const TB = 1e12;

/** Returns the requirements for `shotsADay`, in table order. */
export function capacityOf(shotsADay: number, m: Measured, a: Assumptions = ASSUMPTIONS): Row[] {
  const average = shotsADay / DAY_S;
  const peak = average * a.peakFactor;
  const slots = (peak * m.slotSeconds) / a.utilisation;
  const cores = (peak * m.workerCpuSeconds) / a.utilisation;
  const memoryGb = (slots * m.workerMb) / 1_000;
  const machines = Math.ceil(Math.max(cores / a.machineCores, memoryGb / (a.machineGb * a.utilisation)));
  const actions = m.temporalActions + m.temporalHeartbeats;
  const openRuns = (peak / a.shotsPerRun) * a.runSeconds;
  const polls = openRuns / a.pollSeconds;
  const pageReads = (openRuns * a.openPages) / a.readSeconds;
  const reads = polls + pageReads;
  const commands = peak * m.databaseCommands + reads * m.readCommands;
  const changed = shotsADay * a.changedShare;
  const row = (what: string, value: number, unit: string, from: string): Row => ({ what, value, unit, from });
  return [
    row("shots a second, on average", average, "", "shots a day / 86,400"),
    row("shots a second, at the peak", peak, "", "average × peak factor"),
    row("browser slots", slots, "", "peak × seconds in a slot / utilisation"),
    row("processor cores of workers", cores, "", "peak × processor seconds / utilisation"),
    row("memory of workers", memoryGb, "GB", "slots × memory of a worker with one slot"),
    row("worker machines", machines, "", "the larger need of cores and memory, rounded up"),
    row("Temporal actions a second, at the peak", peak * actions, "", "peak × (actions + heartbeats) of a shot"),
    row(
      "Temporal actions a month",
      (shotsADay * MONTH_DAYS * actions) / 1e6,
      "million",
      "shots × 30 × actions of a shot",
    ),
    row(
      "Temporal histories kept",
      (shotsADay * a.historyDays * m.temporalBytes) / GB,
      "GB",
      "shots × days × bytes of a shot",
    ),
    row(
      "processor cores of Temporal and the database",
      (peak * m.enginesCpuSeconds) / a.utilisation,
      "",
      "as for workers; measured on SQLite",
    ),
    row("open runs, at the peak", openRuns, "", "runs a second × seconds of a run"),
    row("status polls a second, at the peak", polls, "", "open runs / seconds between polls"),
    row("reads of open pages a second, at the peak", pageReads, "", "open runs × open pages / seconds between reads"),
    row(
      "questions to Temporal a second, at most",
      reads,
      "",
      "a question for each poll and read; each is an action more",
    ),
    row(
      "processor cores of the API, for polls and reads",
      (reads * m.readCpuSeconds) / a.utilisation,
      "",
      "polls and reads × processor seconds / utilisation",
    ),
    row(
      "database commands a second, at the peak",
      commands,
      "",
      "peak × commands of a shot + polls and reads × those of one",
    ),
    row("documents kept", (shotsADay * a.keptDays * m.databaseBytes) / GB, "GB", "shots × days × bytes of a shot"),
    row(
      "objects stored a second, at the peak",
      3 * peak * a.changedShare,
      "",
      "peak × changed share × picture, diff and map",
    ),
    row("store, growth a day", (changed * m.changedShotBytes) / GB, "GB", "changed shots × bytes of one"),
    row("store kept", (changed * a.keptDays * m.changedShotBytes) / TB, "TB", "growth × days kept"),
  ];
}
