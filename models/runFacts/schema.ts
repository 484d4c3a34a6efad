// What screens show about the parts of completed runs, computed once, because reading one part each of many runs grows with the history.
import type { Metric } from "../../domain/pillars/perf/measurements.ts";
import { describeCollection, document, required } from "../lib/schema.ts";
import type { Shot } from "../shots/schema.ts";

/** A screenshot result with the fields for flakiness. `baseline`: the beginning of the artifact id it was compared with. */
export type SeenShot = Pick<Shot, "scenarioId" | "selector" | "viewport" | "browser" | "mode"> & {
  baseline: string | null;
  /** Whether it differed, whatever was decided about it; null if it could not be compared. */
  failed: boolean | null;
  unstable: boolean;
};

/** Values of one page: each metric, and its lowest and highest value (`lcpMin`, `lcpMax`). */
export type PageMetrics = {
  key: string;
  metrics: Partial<Record<Metric | `${Metric}${"Min" | "Max"}`, number | null>>;
};

/** The kinds of facts about a run, with their types. */
export type RunFacts = {
  /** Ids of the scenarios that have a result in the run; for a functional run, ids of features. */
  covered: string[];
  /** Pages that the run covered, in the order of its plan. `reason`: why a page could not be measured; null if it was. */
  pages: { key: string; reason: string | null }[];
  /** Results that the run decided itself. */
  seen: SeenShot[];
  metrics: PageMetrics[];
};
export type FactName = keyof RunFacts;

/**
 * One kind of facts about one run. `mark`: the state of the run when they were computed; if the run has changed since, they are computed
 * again. `value`: JSON, which is read in a tenth of the time of that many small lists.
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
    "What screens show about the parts of a completed run (scenarios, pages, flakiness, metrics, fixed findings), computed when it ends.",
  id: "`<runId>:<kind of facts>`; of fixed findings `<runId>:fixed:<number>`",
});
