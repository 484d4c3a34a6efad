// Features of a project with their latest result, as needed for the dashboard's tree.
import type { FunctionalSummary } from "../../../domain/functional/summary.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import type { Place } from "../projects/place.ts";
import { listProjectFeatures } from "./findFeature.ts";
import { listFeatureRuns } from "./readFeatureRun.ts";

/** Maximum number of runs searched for the latest result of each feature. */
const RECENT_RUNS = 30;

export type FeatureStanding = "passed" | "failed" | "flaky" | "error" | "pending";

/** Returns the result of a feature in a run as one word. */
export function standingOf({ total, passed, failed, errors, flaky }: FunctionalSummary): FeatureStanding {
  if (total === 0) return "pending";
  if (failed > errors) return "failed";
  if (passed < total) return "error";
  return flaky > 0 ? "flaky" : "passed";
}

export async function listFeatureFolders(
  ctx: OperationContext,
  caller: Caller,
  { project, environment, branch }: Place,
) {
  const all = await listProjectFeatures(ctx, caller, { project });
  const { rows } = await listFeatureRuns(ctx, caller, { project, environment, branch, limit: RECENT_RUNS });
  const last = new Map<string, ReturnType<typeof lastView>>();
  // Skips features cancelled before they had a result, because they say nothing about it.
  for (const { run, features } of rows)
    for (const { featureId, summary } of features)
      if (!last.has(featureId) && !(run.cancelledBy && summary.errors === summary.total))
        last.set(featureId, lastView(run, summary));
  return {
    count: all.length,
    features: all.map(
      ({ featureId, name, group, status, version, tags, tickets, scenarios, updatedAt, updatedBy }) => ({
        featureId,
        name,
        group,
        status,
        version,
        tags,
        tickets,
        scenarios: scenarios.length,
        updatedAt: updatedAt.toISOString(),
        updatedBy,
        last: last.get(featureId) ?? null,
      }),
    ),
  };
}

function lastView(run: { _id: string; createdAt: Date; finishedAt: Date | null }, summary: FunctionalSummary) {
  const { total, passed, failed, flaky } = summary;
  const at = (run.finishedAt ?? run.createdAt).toISOString();
  return { runId: run._id, at, status: standingOf(summary), total, passed, failed, flaky };
}
