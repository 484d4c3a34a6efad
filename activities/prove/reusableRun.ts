// Finds a stored run of a scenario that is equivalent to a new one: recent, with the same environment, text and plan.
import type { PlanEvent } from "../../domain/pillars/tracking/plan.ts";
import { type Condition, viewportFor } from "../../domain/proof/conditions/condition.ts";
import type { Matched, MatchedScenario } from "../../domain/proof/record.ts";
import { findFeature } from "../../models/features/queries.ts";
import type { Job } from "../../models/jobs/schema.ts";
import { findRunOf } from "../../models/runs/queries.ts";
import { attemptsOf, decidedSince } from "../../models/scenarioRuns/ofRun.ts";
import { type ScenarioRun, trackingOf } from "../../models/scenarioRuns/schema.ts";
import type { ProveDeps } from "./deps.ts";

/** Older runs say too little about the current site. */
export const REUSE_WITHIN_MS = 24 * 3_600_000;

/** `why`: a sentence for the warnings about why there is none. */
export async function reusableRun(
  deps: ProveDeps,
  job: Job,
  {
    scenario: { featureId, scenarioId },
    event,
    conditions,
  }: { scenario: MatchedScenario; event: PlanEvent; conditions: readonly Condition[] },
): Promise<{ run: Matched["reused"]; why: string | null }> {
  const { models, now } = deps;
  const since = new Date(now().getTime() - REUSE_WITHIN_MS);
  const feature = await findFeature(models, { projectId: job.projectId, featureId });
  const decided = await decidedSince(models, { projectId: job.projectId, featureId, scenarioId, since });
  const viewport = conditions.some(({ kind }) => kind === "device") ? viewportFor(conditions) : null;
  for (const one of decided) {
    if (viewport !== null && one.viewport !== viewport) continue;
    const run = await findRunOf(models, job.projectId, one.runId);
    if (run?.status !== "completed" || run.finishedAt === null || run.baseUrl !== job.baseUrl) continue;
    if (run.environmentId !== job.environmentId) continue;
    if (feature && feature.updatedAt > run.createdAt) continue;
    if (!(await judged(deps, one, event))) continue;
    return { run: { runId: run._id, scenarioRunId: one._id, finishedAt: run.finishedAt.toISOString() }, why: null };
  }
  return {
    run: null,
    why: "No run of the last 24 hours has this event in the current scenario, so it was run again.",
  };
}

/** Whether the scenario's last attempt judged the event by exactly the attributes that are planned now. */
async function judged({ models }: ProveDeps, scenario: Pick<ScenarioRun, "_id">, event: PlanEvent): Promise<boolean> {
  const last = (await attemptsOf(models, scenario._id)).at(-1);
  const link = last && trackingOf(last).find(({ planEventId }) => planEventId === event.id);
  if (!link?.rows || link.times?.expected !== event.count || link.eventType !== event.eventType) return false;
  const planned = (rows: readonly { name: string; expected: string }[]) =>
    JSON.stringify(rows.map(({ name, expected }) => [name, expected]).sort());
  return (
    planned(event.attributes) === planned(link.rows.map(({ attribute, expected }) => ({ name: attribute, expected })))
  );
}
