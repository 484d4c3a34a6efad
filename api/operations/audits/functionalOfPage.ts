// Functional test results of one page: the scenarios that have steps on it.
import { failureOf } from "../../../domain/functional/scenarioFailure.ts";
import type { PagePillarHealth } from "../../../domain/health/pageHealth.ts";
import { shownByScenario } from "../../../models/problems/results.ts";
import { type ScenarioRow, scenariosOnPage } from "../../../models/scenarioRuns/ofRun.ts";
import type { OperationContext } from "../../lib/context.ts";
import type { RunRow } from "../health/healthRuns.ts";
import { type PageJudging, resultsOnPage } from "./resultsOnPage.ts";

export type FunctionalVerdict = {
  featureId: string;
  scenario: string;
  viewport: string;
  browser: string;
  status: ScenarioRow["status"];
  flaky: boolean;
  reason: string | null;
  /** Whether people accepted or snoozed all that is wrong with it. */
  setAside: boolean;
};

/** `runs` must be sorted newest first. */
export async function functionalResults(
  ctx: OperationContext,
  runs: readonly RunRow[],
  key: string,
  judging: PageJudging,
): Promise<{ health: PagePillarHealth; latest: FunctionalVerdict[] }> {
  const { health, latest } = await resultsOnPage<ScenarioRow>(ctx, runs, judging, {
    pillar: "functional",
    isGood: ({ status }) => status === "passed",
    reasonOf,
    read: ({ _id }) => scenariosOnPage(ctx.models, _id, key),
    shownBy: async (run, rows) => new Map(rows.map((row) => [row._id, shownByScenario(run, row)])),
  });
  return { health, latest: latest.map(({ part, setAside }) => ({ ...verdictOf(part), setAside })) };
}

const reasonOf = (row: ScenarioRow): string | null => {
  const failure = failureOf(row);
  return failure ? (failure.evidence[0] ?? failure.headline) : null;
};

const verdictOf = (row: ScenarioRow): Omit<FunctionalVerdict, "setAside"> => ({
  featureId: row.featureId,
  scenario: row.name,
  viewport: row.viewport,
  browser: row.browser,
  status: row.status,
  flaky: row.flaky,
  reason: reasonOf(row),
});
