// The interface of a migration.
import type { Models } from "../index.ts";

/**
 * One step from the data of one version to that of the next. Each part may be repeated and interrupted without harm. A program of the
 * version before continues to work at the same time, so a step only adds; what the old program needed is removed by a later migration,
 * which names this one in `after`.
 */
export type Migration = {
  /** 1, 2, 3 … without a gap. */
  version: number;
  /** Description for the log, for example "storing problems". */
  about: string;
  /** Runs before any process serves, so it must take only seconds: indexes and small collections. */
  expand?(models: Models): Promise<void>;
  /** Fills in what earlier data lacks, one batch per call, while the service is running. Returns false when nothing is left. */
  fill?(models: Models): Promise<boolean>;
  /** The migration whose data must be completely filled in before `contract`. */
  after?: number;
  /** Removes what programs of earlier versions needed. Runs before any process serves. */
  contract?(models: Models): Promise<void>;
};
