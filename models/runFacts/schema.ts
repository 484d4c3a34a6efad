// What screens show of the parts of runs that ended, counted once: reading a part of each of many runs grows with the history.
import type { Metric } from "../../domain/pillars/perf/measurements.ts";
import { describeCollection, document, required } from "../lib/schema.ts";
import type { Shot } from "../shots/schema.ts";

/** A result of a screenshot, as flakiness needs it. `baseline`: the beginning of the artifact's id that it was compared with. */
export type SeenShot = Pick<Shot, "scenarioId" | "selector" | "viewport" | "browser" | "mode"> & {
  baseline: string | null;
  /** It differed, whatever was decided about it. null: it could not be compared. */
  failed: boolean | null;
  unstable: boolean;
};

/** Values of one page: each metric, and its lowest and highest (`lcpMin`, `lcpMax`). */
export type PageMetrics = {
  key: string;
  metrics: Partial<Record<Metric | `${Metric}${"Min" | "Max"}`, number | null>>;
};

/** The kinds of facts, and what each of them is of a run. */
export type RunFacts = {
  /** Ids of the scenarios that the run judged; of a functional run of features. */
  covered: string[];
  /** Pages that it looked at, in the order of its plan. `reason`: why one could not be measured; null: it was. */
  pages: { key: string; reason: string | null }[];
  /** Results that it judged itself. */
  seen: SeenShot[];
  metrics: PageMetrics[];
};
export type FactName = keyof RunFacts;

/**
 * One kind of facts about one run. `mark`: how the run stood when they were counted; of a run that has changed since, they are counted
 * again. `value`: JSON, which is read in a tenth of the time of so many small lists.
 */
export type RunFact = { _id: string; runId: string; projectId: string; mark: string; value: string };

export const runFactSchema = document<RunFact>({
  _id: required(String),
  runId: required(String),
  projectId: required(String),
  mark: required(String),
  value: required(String),
});
runFactSchema.index({ runId: 1 });
runFactSchema.index({ projectId: 1 });
describeCollection(runFactSchema, {
  holds:
    "what screens show of the parts of a completed run (scenarios, pages, flakiness, metrics), counted when it ends",
  id: "`<runId>:<kind of facts>`",
});
