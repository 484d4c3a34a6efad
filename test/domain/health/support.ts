// Runs and scenarios for the tests of health.
import type { HealthInput, HealthRun } from "../../../domain/health/types.ts";

export const DAY = 86_400_000;
export const NOW = Date.parse("2026-03-31T12:00:00Z");

export const scenarios = (...labels: string[]) => labels.map((label) => ({ id: `scn_${label}`, label }));

/** A run `daysAgo` that covers the scenarios with these labels. */
export const run = (daysAgo: number, score: number | null, ...labels: string[]): HealthRun => ({
  runId: `run_${daysAgo}_${score}`,
  at: NOW - daysAgo * DAY,
  score,
  scenarioIds: labels.map((label) => `scn_${label}`),
});

export const input = (runs: HealthInput["runs"], ...labels: string[]): HealthInput => ({
  now: NOW,
  scenarios: scenarios(...labels),
  runs,
});
