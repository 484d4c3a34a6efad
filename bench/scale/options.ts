// What a scale bench is asked to do.

/** So often the pages of the visual bench, which make 30 shots each time. */
const COPIES = 2;

export type ScaleOptions = { copies: number; workers: readonly number[]; load: boolean };

/** `npm run bench -- scale [--copies 2] [--workers 1,2,4] [--no-load]` */
export function scaleOptions(args: readonly string[]): ScaleOptions {
  const value = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const workers = value("--workers")?.split(",").map(Number);
  return {
    copies: Number(value("--copies")) || COPIES,
    workers: workers ?? [1, 2, 4],
    load: !args.includes("--no-load"),
  };
}

/** Whether the capacity may be computed from what it measures: of one worker alone, in runs of the usual size, and beside readers. */
export const measuresCapacity = ({ copies, workers, load }: ScaleOptions): boolean =>
  load && copies === COPIES && workers[0] === 1;
