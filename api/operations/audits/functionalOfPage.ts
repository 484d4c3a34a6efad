// Functional test results of one page: the scenarios that have steps on it.
import { failureOf } from "../../../domain/functional/scenarioFailure.ts";
import type { PageResultAt } from "../../../domain/health/pageHealth.ts";
import { type ScenarioRow, scenariosOnPage } from "../../../models/scenarioRuns/ofRun.ts";
import type { OperationContext } from "../../lib/context.ts";
import type { RunRow } from "../health/gather.ts";

export type FunctionalVerdict = {
  featureId: string;
  scenario: string;
  viewport: string;
  browser: string;
  status: ScenarioRow["status"];
  flaky: boolean;
  reason: string | null;
};

/**
 * Returns the page's results per run (`runs` must be sorted newest first) and, as `latest`, the verdicts of the newest run that visited
 * the page.
 */
export async function functionalResults(
  { models }: OperationContext,
  runs: readonly RunRow[],
  key: string,
): Promise<{ results: PageResultAt[]; latest: FunctionalVerdict[] }> {
  const results: PageResultAt[] = [];
  let latest: FunctionalVerdict[] = [];
  for (const run of runs) {
    const judged = (await scenariosOnPage(models, run._id, key)).filter(({ status }) => status !== "pending");
    if (judged.length === 0) continue;
    const good = judged.filter(({ status }) => status === "passed");
    const bad = judged.filter(({ status }) => status !== "passed");
    results.push({
      runId: run._id,
      at: (run.finishedAt ?? run.createdAt).getTime(),
      status: bad.length > 0 ? "failed" : "passed",
      reason: bad[0] ? reasonOf(bad[0]) : null,
      score: Math.round((1_000 * good.length) / judged.length) / 10,
    });
    if (latest.length === 0) latest = [...bad, ...good].map(verdictOf);
  }
  return { results, latest };
}

const reasonOf = (row: ScenarioRow): string | null => {
  const failure = failureOf(row);
  return failure ? (failure.evidence[0] ?? failure.headline) : null;
};

const verdictOf = (row: ScenarioRow): FunctionalVerdict => ({
  featureId: row.featureId,
  scenario: row.name,
  viewport: row.viewport,
  browser: row.browser,
  status: row.status,
  flaky: row.flaky,
  reason: reasonOf(row),
});
