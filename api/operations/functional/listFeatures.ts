// The features of a project with their last result, as the tree of the dashboard needs them.
import type { FunctionalSummary } from "../../../domain/functional/summary.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import type { Place } from "../projects/place.ts";
import { listProjectFeatures } from "./findFeature.ts";
import { listFeatureRuns } from "./readFeatureRun.ts";

/** Runs among which the last result of each feature is looked for. */
const RECENT_RUNS = 30;

export type FeatureStanding = "passed" | "failed" | "flaky" | "error" | "pending";

/** How a feature did in a run, in one word. */
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
  // What was cancelled before it was judged says nothing of how it did.
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
