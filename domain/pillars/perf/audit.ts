// Audits one page: its findings, its score and the figures of its runs.
import { type Place, runChecks } from "../../audit/runChecks.ts";
import { median, rounded } from "../../statistics.ts";
import type { PerfFacts } from "./facts.ts";
import { metricsOf } from "./runMetrics.ts";
import { PERF_CHECKS } from "./table.ts";

export const SCORE_LOCKED = "The Lighthouse performance score is not part of the plan; the measured figures are.";

/** `withScore` is false if the plan does not include Lighthouse's score, which is then null and not shown. */
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
