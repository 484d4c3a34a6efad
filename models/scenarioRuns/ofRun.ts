// The scenarios of runs of functional tests: what those who plan, run, end and read them ask and write.
import { countScenarios, type FunctionalSummary } from "../../domain/functional/summary.ts";
import { scenarioAttemptIdOf } from "../../domain/ids.ts";
import type { FeatureRecord } from "../features/schema.ts";
import type { Models } from "../index.ts";
import { isDuplicateKey } from "../index.ts";
import { pageInTurns, readInTurns } from "../lib/readInTurns.ts";
import { findRunOf, type RunPlace } from "../runs/queries.ts";
import type { Run } from "../runs/schema.ts";
import type { ScenarioAttempt, ScenarioRun } from "./schema.ts";

/** The counts of a run's scenarios as they stand. */
export async function scenarioSummary(models: Models, runId: string): Promise<FunctionalSummary> {
  const found = await models.scenarioRuns
    .find({ runId }, { status: 1, flaky: 1, carriedFrom: 1 })
    .lean<Pick<ScenarioRun, "status" | "flaky" | "carriedFrom">[]>();
  return countScenarios(found);
}

/** Scenarios without a result, because their run ended early, could not be judged. Answers how many. */
export async function settlePendingScenarios(models: Models, runId: string, at: Date, why?: string): Promise<number> {
  const message = `This scenario was not run to its end, because the run ended early${why ? `: ${why}` : "."}`;
  const settled = await models.scenarioRuns.updateMany(
    { runId, status: "pending" },
    { $set: { status: "error", message, decidedAt: at } },
  );
  return settled.modifiedCount;
}

/** Keeps an attempt once; what an earlier run of the activity wrote stands. */
export async function keepScenarioAttempt(models: Models, attempt: ScenarioAttempt): Promise<ScenarioAttempt> {
  try {
    await models.scenarioAttempts.create(attempt);
    return attempt;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return (await models.scenarioAttempts.findById(attempt._id).lean<ScenarioAttempt>()) ?? attempt;
  }
}

/** Writes what became of a scenario where that is open, and answers the status that stands. */
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

/** The attempts of a scenario, the first one first. By their ids: any other read looks into every attempt there is on the embedded database. */
export async function attemptsOf(models: Models, scenarioRunId: string): Promise<ScenarioAttempt[]> {
  const found: ScenarioAttempt[] = [];
  for (;;) {
    const _id = scenarioAttemptIdOf(scenarioRunId, found.length + 1);
    const next = await models.scenarioAttempts.findById(_id).lean<ScenarioAttempt>();
    if (next === null) return found;
    found.push(next);
  }
}

/** Attempts of a run without their tracking, in no order that means anything. */
export function latestAttemptsOf(
  models: Models,
  runId: string,
  limit: number,
): Promise<Omit<ScenarioAttempt, "tracking">[]> {
  return readInTurns(models.scenarioAttempts, { runId }, { fields: { tracking: 0 }, limit });
}

/** Rows of one feature that are looked through: those of some hundred runs. */
const MAX_ROWS = 1_000;

/**
 * The newest run at the place that has ended and has a scenario of the feature; `failed`: one that failed. null: there is none.
 * Ids of runs are sorted by time.
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

/** Whether the same scenario, in the same browser and window, was judged in another run: its site answered. */
export async function wasJudged(
  models: Models,
  { _id, projectId, featureId, key }: Pick<ScenarioRun, "_id" | "projectId" | "featureId" | "key">,
): Promise<boolean> {
  const judged = { $in: ["passed", "failed"] as ScenarioRun["status"][] };
  return (await models.scenarioRuns.exists({ projectId, featureId, key, status: judged, _id: { $ne: _id } })) !== null;
}

/** Whether a run of all features of the project would find one. */
export async function hasReadyFeature(models: Models, projectId: string): Promise<boolean> {
  return (await models.features.exists({ projectId, status: "ready" })) !== null;
}

const MAX_FEATURES = 5_000;

/** The features that a run of all of them would take, by name. */
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

/** A scenario of a run without its plan. */
export type ScenarioRow = Omit<ScenarioRun, "plan" | "links">;

/** The scenarios of a run in the order of its plan. */
export function scenariosOfRun(models: Models, runId: string): Promise<ScenarioRow[]> {
  return readInTurns<ScenarioRun, ScenarioRow>(
    models.scenarioRuns,
    { runId },
    { fields: WITHOUT_PLANS, sort: { index: 1 }, limit: MAX_SCENARIOS },
  );
}

/** The scenarios of a run with their plans, a few at a time: those of one feature follow each other. */
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

/** A page of them, after the one of that index. */
export function pageOfScenarios(
  models: Models,
  runId: string,
  { status, after, limit }: { status: readonly ScenarioRun["status"][]; after: number | null; limit: number },
): Promise<{ entries: ScenarioRow[]; more: boolean }> {
  const wanted = { runId, status: { $in: [...status] }, ...(after === null ? {} : { index: { $gt: after } }) };
  return pageInTurns<ScenarioRun>(models.scenarioRuns, wanted, { fields: WITHOUT_PLANS, sort: { index: 1 }, limit });
}

const MAX_LINKED = 200;

/** The scenarios of a run to whose steps events of the tracking plan were linked. */
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

/** At most so many scenarios are told of one page. */
const MAX_ON_PAGE = 200;

/** The scenarios of a run with steps on the page of that key. */
export function scenariosOnPage(models: Models, runId: string, page: string): Promise<ScenarioRow[]> {
  return models.scenarioRuns
    .find({ runId, pages: page }, WITHOUT_PLANS)
    .sort({ index: 1 })
    .limit(MAX_ON_PAGE)
    .lean<ScenarioRow[]>();
}

/** Of several runs: what their scenarios came to; with `featureId` those of one feature. */
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

/** Results of one scenario since then, the newest first, without their plans. */
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

/** Results that are looked through for one that may stand for a new run. */
const MAX_REUSED = 20;
