// What a migration is.
import type { Models } from "../index.ts";

/**
 * One step from the data of one version to that of the next. Each part may be repeated and interrupted: what is done is done
 * again without harm. A program of the version before goes on working beside it, so a step only adds; what the old program
 * needed is removed by a later migration, which names this one in `after`.
 */
export type Migration = {
  /** 1, 2, 3 … without a gap. */
  version: number;
  /** What it is about, for the log: "problems are kept". */
  about: string;
  /** Done before any process serves, so it takes seconds: indexes and small collections. */
  expand?(models: Models): Promise<void>;
  /** Fills in what earlier data lacks, one batch a call, while the service works; answers false when nothing is left. */
  fill?(models: Models): Promise<boolean>;
  /** The migration whose data must all be filled in before `contract`. */
  after?: number;
  /** Removes what programs of the versions before needed. Done before any process serves. */
  contract?(models: Models): Promise<void>;
};
