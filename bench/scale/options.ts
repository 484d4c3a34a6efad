// Command line options of the scale benchmark.

/** How many times the pages of the visual benchmark are used; each set has 30 screenshots. */
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

/** Returns whether the result is valid input for the capacity computation: one worker alone, runs of the default size, and with load. */
export const measuresCapacity = ({ copies, workers, load }: ScaleOptions): boolean =>
  load && copies === COPIES && workers[0] === 1;
