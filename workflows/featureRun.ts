// Runs functional tests: every scenario in every browser and viewport, retried if it fails, then the verdict. Deterministic.

import { isCancellation, proxyActivities } from "@temporalio/workflow";
import type { FinishFeatureRunActivities } from "../activities/functional/finishFeatureRun.ts";
import type { PlanFeatureRunActivities } from "../activities/functional/planFeatureRun.ts";
import type { ScenarioActivities } from "../activities/functional/runScenarioAttempt.ts";
import { PILLAR_PARTS } from "../domain/audit/pillars.ts";
import { progressDetails } from "../domain/durable/progress.ts";
import { turnOf } from "../domain/durable/turn.ts";
import { codeOfFailure, sentenceOfFailure } from "../domain/failureSentences.ts";
import { MAX_RETRIES } from "../domain/functional/attemptStatus.ts";
import { scenarioRunIdOf } from "../domain/ids.ts";
import { RUN_NAME } from "../domain/runTypes.ts";
import { partsRun, type RunEnd, type RunInput } from "./partsRun.ts";
import { POLICIES } from "./policies.ts";
import type { SiteWaits } from "./siteWaits.ts";

export async function featureRun(input: RunInput): Promise<RunEnd> {
  const { runId, queues } = input;
  const { planFeatureRun, failScenario, finishFeatureRun } = proxyActivities<
    PlanFeatureRunActivities & FinishFeatureRunActivities
  >({ ...POLICIES.database, taskQueue: queues.orchestration });
  const { runScenarioAttempt } = proxyActivities<ScenarioActivities>({
    ...POLICIES.scenario,
    taskQueue: queues.browser,
    priority: turnOf(input),
  });

  /**
   * Attempts are made by the workflow rather than by Temporal's retries: each is stored, and starts from the scenario's first step in a
   * new context.
   */
  const tryScenario = async (scenarioRunId: string, site: SiteWaits): Promise<boolean> => {
    for (let attempt = 1; attempt <= MAX_RETRIES + 1; attempt += 1) {
      const { status, again } = await site.ask(
        (away) => runScenarioAttempt({ scenarioRunId, attempt, away }),
        (answer) => answer.away === true,
      );
      if (!again) return status !== "passed";
    }
    return true;
  };

  return partsRun(input, {
    working: "testing",
    details: (progress) => progressDetails(RUN_NAME["frt-test"], PILLAR_PARTS.functional, progress),
    plan: planFeatureRun,
    async part(index, site) {
      const scenarioRunId = scenarioRunIdOf(runId, index);
      try {
        return await tryScenario(scenarioRunId, site);
      } catch (error) {
        if (isCancellation(error)) throw error;
        // The infrastructure gave up on this scenario after its retries; the others continue.
        await failScenario({ scenarioRunId, message: sentenceOfFailure(error), code: codeOfFailure(error) });
        return true;
      }
    },
    finish: finishFeatureRun,
  });
}
