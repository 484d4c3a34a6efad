// Finishes a functional run: sums up the scenarios and writes the verdict.
import { endOfFeatureRun, warningsOf } from "../../domain/functional/summary.ts";
import { decideScenario, scenarioSummary, settlePendingScenarios } from "../../models/scenarioRuns/ofRun.ts";
import { errorsOfScenarios } from "../../models/scenarioRuns/queries.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { type Ended, endRun, type Finishing } from "../projection/endRun.ts";
import { readRun } from "../readRun.ts";
import { type RetriesExhausted, retriesExhausted } from "../retriesExhausted.ts";

export type FinishFeatureRunActivities = {
  finishFeatureRun(input: Finishing): Promise<Ended>;
  /** Marks a scenario as inconclusive because the infrastructure failed. */
  failScenario(input: RetriesExhausted & { scenarioRunId: string }): Promise<void>;
};

const droppedOf = ({ dropped }: Readonly<Record<string, unknown>>): string[] =>
  typeof dropped === "string" ? [dropped] : [];

export function createFinishFeatureRunActivities(deps: CommonDeps): FinishFeatureRunActivities {
  const { models } = deps;

  const finish = async (input: Finishing): Promise<Ended> => {
    const { runId } = input;
    const run = await readRun(deps, runId);
    if (input.failure) await settlePendingScenarios(models, runId, deps.now());
    const summary = await scenarioSummary(models, runId);
    const end = endOfFeatureRun({
      summary,
      failure: input.failure ?? null,
      cancelledBy: run.cancelledBy,
      commonestError: summary.errors > 0 ? await commonestError(runId) : null,
    });
    return endRun(deps, input, run, {
      ...end,
      summary: summary.total > 0 ? summary : null,
      progress: { done: summary.total, total: summary.total, phase: end.status },
      extra: { ...run.extra, warnings: [...droppedOf(run.extra), ...warningsOf(summary)] },
    });
  };

  const commonestError = async (runId: string): Promise<string | null> => {
    const counts = Map.groupBy(await errorsOfScenarios(models, runId, 200), (message) => message);
    return [...counts].sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? null;
  };

  return {
    finishFeatureRun: finish,
    async failScenario({ scenarioRunId, ...failure }) {
      const { message } = retriesExhausted("scenario", failure);
      await decideScenario(models, scenarioRunId, { status: "error", message, decidedAt: deps.now() });
    },
  };
}
