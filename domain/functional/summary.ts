// Adds up the results of a functional run and determines how it ends. Pure.
import { errorOfFailure, type WorkFailure } from "../durable/end.ts";
import { given } from "../given.ts";
import { countedVerdict, isInconclusive, notMeasuredSentence } from "../runs/measured.ts";
import { type Carried, carriedOf } from "../runs/rerun.ts";
import { plural } from "../text.ts";
import type { ScenarioStatus } from "./attemptStatus.ts";

/** The figures of every counted run, with those of scenarios. Functional runs have no approvals and no baselines. */
export type FunctionalSummary = {
  total: number;
  passed: number;
  failed: number;
  approved: 0;
  errors: number;
  flaky: number;
  noBaseline: 0;
  /** Scenarios with a sentence that no step definition matches, or several do. */
  undefined: number;
  /** For a rerun of failed scenarios: how much was run again. Missing if everything was. */
  rerun?: Carried;
};

type Counted = { status: ScenarioStatus; flaky: boolean; carriedFrom?: string };

/** Counts results. Scenarios that have not ended are not counted. */
export function countScenarios(scenarios: Iterable<Counted>): FunctionalSummary {
  const sum: FunctionalSummary = {
    total: 0,
    passed: 0,
    failed: 0,
    approved: 0,
    errors: 0,
    flaky: 0,
    noBaseline: 0,
    undefined: 0,
  };
  const counted: Counted[] = [];
  for (const one of scenarios) {
    const { status, flaky } = one;
    if (status === "pending") continue;
    counted.push(one);
    sum.total += 1;
    if (flaky) sum.flaky += 1;
    if (status === "passed") sum.passed += 1;
    else sum.failed += 1;
    if (status === "error") sum.errors += 1;
    if (status === "undefined") sum.undefined += 1;
  }
  return { ...sum, ...given({ rerun: carriedOf(counted) }) };
}

export type FeatureRunEnd = { status: "completed" | "failed"; verdict: "pass" | "fail" | null; error: string | null };

/** A run is `failed` only if it was cancelled, could not be processed, or too few of its scenarios have a result. */
export function endOfFeatureRun(input: {
  summary: FunctionalSummary;
  failure: WorkFailure | null;
  cancelledBy: string | null;
  commonestError: string | null;
}): FeatureRunEnd {
  const { summary, failure } = input;
  if (failure) return { status: "failed", verdict: null, error: errorOfFailure(failure, input.cancelledBy) };
  if (summary.total === 0) return { status: "failed", verdict: null, error: "The run had no scenarios." };
  if (summary.errors === summary.total) {
    const why = input.commonestError ?? "the site could not be entered";
    return { status: "failed", verdict: null, error: `No scenario has a result: ${why}` };
  }
  const measured = { parts: summary.total, notMeasured: summary.errors };
  if (isInconclusive(measured))
    return { status: "failed", verdict: null, error: notMeasuredSentence(measured, "scenario", input.commonestError) };
  return { status: "completed", verdict: countedVerdict("frt-test", summary), error: null };
}

/** Returns the warnings of a run in addition to its counts. */
export function warningsOf(summary: FunctionalSummary): string[] {
  return [
    ...(summary.flaky > 0 ? [`${plural(summary.flaky, "scenario")} passed only when tried again.`] : []),
    ...(summary.undefined > 0
      ? [`${plural(summary.undefined, "scenario")} could not be run: a sentence has no step definition of its own.`]
      : []),
  ];
}
