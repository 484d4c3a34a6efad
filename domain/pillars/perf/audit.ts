// One page: findings, score and numbers of its runs.
import { type Place, runChecks } from "../../audit/runChecks.ts";
import { median, rounded } from "../../statistics.ts";
import type { PerfFacts } from "./facts.ts";
import { metricsOf } from "./runMetrics.ts";
import { PERF_CHECKS } from "./table.ts";

export const SCORE_LOCKED = "The Lighthouse performance score is not part of the plan; the measured figures are.";

/** `withScore` false: the plan does not hold Lighthouse's score, so it is null and stands nowhere. */
export function auditPage(facts: PerfFacts, place: Place, withScore: boolean) {
  const scores = withScore ? facts.runs.map(({ score }) => score).filter((score) => score !== null) : [];
  const warnings = [...facts.warnings, ...(withScore ? [] : [SCORE_LOCKED])];
  return {
    ...runChecks(PERF_CHECKS, facts, place),
    score: rounded(median(scores)),
    metrics: metricsOf(facts, withScore),
    artifacts: facts.artifacts,
    details: {
      formFactor: facts.formFactor,
      lighthouseVersion: facts.lighthouseVersion,
      warnings,
      failures: facts.failures,
      representativeRun: facts.representative + 1,
    },
  };
}
