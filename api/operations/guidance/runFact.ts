// A run in the form that guidance uses.
import { isStartingPoint } from "../../../domain/audit/startingPoint.ts";
import { given } from "../../../domain/given.ts";
import type { RunFact } from "../../../domain/guidance/facts.ts";
import { namedPreview } from "../../../domain/net/preview.ts";
import { runSummary } from "../../../domain/runs/runSummary.ts";
import { scoreOf } from "../../../domain/runs/score.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { countsOf } from "../health/gather.ts";

export const RUN_FIELDS = {
  type: 1,
  status: 1,
  scenarios: 1,
  verdict: 1,
  summary: 1,
  part: 1,
  error: 1,
  extra: 1,
  baseUrl: 1,
  environmentId: 1,
  environmentName: 1,
  branch: 1,
  prNumber: 1,
  preview: 1,
  createdAt: 1,
  finishedAt: 1,
} as const;
export type RunRow = Pick<Run, "_id" | keyof typeof RUN_FIELDS>;

export function runFact(run: RunRow): RunFact {
  const { summary, extra } = run;
  const counts = countsOf(summary);
  return {
    runId: run._id,
    type: run.type,
    status: run.status,
    scenarios: run.scenarios,
    place: given({
      environment: run.environmentName ?? undefined,
      branch: run.branch ?? undefined,
      prNumber: run.prNumber ?? undefined,
      baseUrl: namedPreview(run) ?? undefined,
    }),
    at: (run.status === "running" ? run.createdAt : (run.finishedAt ?? run.createdAt)).getTime(),
    error: run.error,
    sentence: runSummary(run).sentence,
    score: scoreOf(run),
    verdict: run.verdict ?? (summary !== null && "verdict" in summary ? summary.verdict : null),
    startingPoint: summary !== null && "bySeverity" in summary && isStartingPoint(run) ? summary.bySeverity : null,
    reasons: summary !== null && "reasons" in summary ? summary.reasons : [],
    counts: run.status === "completed" ? counts : null,
    budget: budgetOf(extra?.perfBudgetResult),
  };
}

function budgetOf(stored: unknown): RunFact["budget"] {
  if (typeof stored !== "object" || stored === null || !("pass" in stored)) return null;
  const { pass, violations } = stored as { pass: unknown; violations?: unknown };
  return { pass: pass === true, violations: Array.isArray(violations) ? violations.map(String) : [] };
}
