// Queries and writes for the scenarios of functional runs: planning, running, ending and reading them.
import { countScenarios, type FunctionalSummary } from "../../domain/functional/summary.ts";
import { scenarioAttemptIdOf } from "../../domain/ids.ts";
import type { FeatureRecord } from "../features/schema.ts";
import type { Models } from "../index.ts";
import { isWritten } from "../index.ts";
import { pageInTurns, readInTurns } from "../lib/readInTurns.ts";
import { findRunOf, type RunPlace } from "../runs/queries.ts";
import type { Run } from "../runs/schema.ts";
import type { ScenarioAttempt, ScenarioRun } from "./schema.ts";

/** Returns the current counts of a run's scenarios. */
export async function scenarioSummary(models: Models, runId: string): Promise<FunctionalSummary> {
  const found = await models.scenarioRuns
    .find({ runId }, { status: 1, flaky: 1, carriedFrom: 1 })
    .lean<Pick<ScenarioRun, "status" | "flaky" | "carriedFrom">[]>();
  return countScenarios(found);
}

/** Marks scenarios without a result as errors because their run ended early. Returns how many. */
export async function settlePendingScenarios(models: Models, runId: string, at: Date, why?: string): Promise<number> {
  const message = `This scenario was not run to its end, because the run ended early${why ? `: ${why}` : "."}`;
  const settled = await models.scenarioRuns.updateMany(
    { runId, status: "pending" },
    { $set: { status: "error", message, decidedAt: at } },
  );
  return settled.modifiedCount;
}

/** Stores an attempt once; what an earlier execution of the activity wrote is kept. */
export async function keepScenarioAttempt(models: Models, attempt: ScenarioAttempt): Promise<ScenarioAttempt> {
  if (await isWritten(models.scenarioAttempts.create(attempt))) return attempt;
  return (await models.scenarioAttempts.findById(attempt._id).lean<ScenarioAttempt>()) ?? attempt;
}

/** Writes the result of a pending scenario, and returns the status that is stored. */
export async function decideScenario(
  models: Models,
  scenarioRunId: string,
  decision: Partial<ScenarioRun> & Pick<ScenarioRun, "status">,
): Promise<ScenarioRun["status"]> {
  const written = await models.scenarioRuns.updateOne({ _id: scenarioRunId, status: "pending" }, { $set: decision });
  if (written.matchedCount === 1) return decision.status;
  const stands = await models.scenarioRuns.findById(scenarioRunId, { status: 1 }).lean<Pick<ScenarioRun, "status">>();
  return stands?.status ?? decision.status;
}

/** Returns the attempts of a scenario in order. Read by id, because on the embedded database any other read examines every attempt. */
export async function attemptsOf(models: Models, scenarioRunId: string): Promise<ScenarioAttempt[]> {
  const found: ScenarioAttempt[] = [];
  for (;;) {
    const _id = scenarioAttemptIdOf(scenarioRunId, found.length + 1);
    const next = await models.scenarioAttempts.findById(_id).lean<ScenarioAttempt>();
    if (next === null) return found;
    found.push(next);
  }
}

/** Returns attempts of a run without their tracking, in no particular order. */
export function latestAttemptsOf(
  models: Models,
  runId: string,
  limit: number,
): Promise<Omit<ScenarioAttempt, "tracking">[]> {
  return readInTurns(models.scenarioAttempts, { runId }, { fields: { tracking: 0 }, limit });
}

/** Maximum number of rows of one feature that are searched: those of some hundred runs. */
const MAX_ROWS = 1_000;

/**
 * Returns the newest completed run at this place that includes a scenario of the feature; with `failed`, the newest ended run in which one
 * failed. Returns null if there is none. Ids of runs sort by time.
 */
export async function latestRunOfFeature(
  models: Models,
  { project, environmentId }: RunPlace,
  featureId: string,
  { failed = false }: { failed?: boolean } = {},
): Promise<Run | null> {
  const rows = await models.scenarioRuns
    .find({ projectId: project._id, featureId, ...(failed && { status: "failed" }) }, { runId: 1 })
    .sort({ runId: -1 })
    .limit(MAX_ROWS)
    .lean<Pick<ScenarioRun, "runId">[]>();
  for (const runId of new Set(rows.map((row) => row.runId))) {
    const run = await findRunOf(models, project._id, runId);
    const isHere = typeof environmentId !== "string" || run?.environmentId === environmentId;
    if (run && isHere && (failed ? run.status !== "running" : run.status === "completed")) return run;
  }
  return null;
}

/** Returns whether the same scenario, in the same browser and viewport, passed or failed in another run, so its site responded. */
export async function wasJudged(
  models: Models,
  { _id, projectId, featureId, key }: Pick<ScenarioRun, "_id" | "projectId" | "featureId" | "key">,
): Promise<boolean> {
  const judged = { $in: ["passed", "failed"] as ScenarioRun["status"][] };
  return (await models.scenarioRuns.exists({ projectId, featureId, key, status: judged, _id: { $ne: _id } })) !== null;
}

/** Returns whether a run of all features of the project would include any. */
export async function hasReadyFeature(models: Models, projectId: string): Promise<boolean> {
  return (await models.features.exists({ projectId, status: "ready" })) !== null;
}

const MAX_FEATURES = 5_000;

/** Returns the features that a run of all features would include, by name. */
export function readyFeatures(models: Models, projectId: string): Promise<Pick<FeatureRecord, "featureId" | "name">[]> {
  return models.features
    .find({ projectId, status: "ready" }, { featureId: 1, name: 1 })
    .sort({ name: 1 })
    .limit(MAX_FEATURES)
    .lean<Pick<FeatureRecord, "featureId" | "name">[]>();
}

const MAX_SCENARIOS = 2_000;
const PLANS_AT_ONCE = 50;
const WITHOUT_PLANS = { plan: 0, links: 0 } as const;

export type ScenarioRow = Omit<ScenarioRun, "plan" | "links">;

/** Returns the scenarios of a run in the order of its plan. */
export function scenariosOfRun(models: Models, runId: string): Promise<ScenarioRow[]> {
  return readInTurns<ScenarioRun, ScenarioRow>(
    models.scenarioRuns,
    { runId },
    { fields: WITHOUT_PLANS, sort: { index: 1 }, limit: MAX_SCENARIOS },
  );
}

/** Yields the scenarios of a run with their plans, a few at a time; those of one feature follow each other. */
export async function* plannedScenarios(
  models: Models,
  runId: string,
  featureId?: string,
): AsyncGenerator<ScenarioRun[]> {
  const wanted = featureId === undefined ? { runId } : { runId, featureId };
  for (let from = 0; ; ) {
    const some = await readInTurns<ScenarioRun>(
      models.scenarioRuns,
      { ...wanted, index: { $gte: from } },
      { sort: { index: 1 }, limit: PLANS_AT_ONCE },
    );
    if (some.length === 0) return;
    yield some;
    from = (some.at(-1)?.index ?? from) + 1;
  }
}

/** Returns a page of the scenarios, after the one with index `after`. */
export function pageOfScenarios(
  models: Models,
  runId: string,
  { status, after, limit }: { status: readonly ScenarioRun["status"][]; after: number | null; limit: number },
): Promise<{ entries: ScenarioRow[]; more: boolean }> {
  const wanted = { runId, status: { $in: [...status] }, ...(after === null ? {} : { index: { $gt: after } }) };
  return pageInTurns<ScenarioRun>(models.scenarioRuns, wanted, { fields: WITHOUT_PLANS, sort: { index: 1 }, limit });
}

const MAX_LINKED = 200;

/** Returns the scenarios of a run with steps that are linked to events of the tracking plan. */
export function linkedScenarios(
  models: Models,
  runId: string,
): Promise<Pick<ScenarioRun, "_id" | "featureName" | "name" | "links">[]> {
  return models.scenarioRuns
    .find({ runId, links: { $ne: "[]" } }, { featureName: 1, name: 1, links: 1 })
    .sort({ index: 1 })
    .limit(MAX_LINKED)
    .lean<Pick<ScenarioRun, "_id" | "featureName" | "name" | "links">[]>();
}

/** Maximum number of scenarios listed for one page. */
const MAX_ON_PAGE = 200;

/** Returns the scenarios of a run with steps on the page with that key. */
export function scenariosOnPage(models: Models, runId: string, page: string): Promise<ScenarioRow[]> {
  return models.scenarioRuns
    .find({ runId, pages: page }, WITHOUT_PLANS)
    .sort({ index: 1 })
    .limit(MAX_ON_PAGE)
    .lean<ScenarioRow[]>();
}

/** Returns the outcomes of the scenarios of several runs; with `featureId`, those of one feature. */
export async function scenariosOfRuns(
  models: Models,
  runIds: readonly string[],
  featureId?: string,
): Promise<Pick<ScenarioRun, "runId" | "featureId" | "featureName" | "status" | "flaky">[]> {
  const fields = { runId: 1, featureId: 1, featureName: 1, status: 1, flaky: 1 } as const;
  const found: ScenarioRun[] = [];
  for (const runId of runIds) {
    const wanted = { runId, ...(featureId === undefined ? {} : { featureId }) };
    found.push(...(await readInTurns<ScenarioRun>(models.scenarioRuns, wanted, { fields, limit: MAX_SCENARIOS })));
  }
  return found;
}

/** Returns results of one scenario since `since`, newest first, without their plans. */
export function decidedSince(
  models: Models,
  {
    projectId,
    featureId,
    scenarioId,
    since,
  }: { projectId: string; featureId: string; scenarioId: string; since: Date },
): Promise<Omit<ScenarioRun, "plan" | "links">[]> {
  return models.scenarioRuns
    .find({ projectId, featureId, scenarioId, decidedAt: { $gte: since } }, WITHOUT_PLANS)
    .sort({ decidedAt: -1 })
    .limit(MAX_REUSED)
    .lean<Omit<ScenarioRun, "plan" | "links">[]>();
}

/** Maximum number of results searched for one that a new run may reuse. */
const MAX_REUSED = 20;
