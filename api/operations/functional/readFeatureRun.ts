// Results of functional runs: scenarios, the timeline of one attempt, and why a scenario failed.
import { ProductError } from "../../../domain/errors.ts";
import type { StepResult } from "../../../domain/functional/attempt.ts";
import { type Explanation, explainFailure } from "../../../domain/functional/explain.ts";
import { withoutEarlier } from "../../../domain/functional/heal/bothWays.ts";
import { countScenarios, type FunctionalSummary } from "../../../domain/functional/summary.ts";
import type { LinkVerdict } from "../../../domain/functional/trackingLinks.ts";
import { hintOf } from "../../../domain/nearest.ts";
import { findElementPrint } from "../../../models/elementPrints/queries.ts";
import { elementPrintId } from "../../../models/elementPrints/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import {
  attemptsOf,
  latestRunOfFeature,
  type ScenarioRow,
  scenariosOfRun,
  scenariosOfRuns,
} from "../../../models/scenarioRuns/ofRun.ts";
import { scenarioRunOf } from "../../../models/scenarioRuns/queries.ts";
import { planOf, type ScenarioAttempt, stepsOf, trackingOf } from "../../../models/scenarioRuns/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type ListRunsInput, listRuns } from "../runs/listRuns.ts";
import type { ProjectPlace } from "../runs/projectRuns.ts";
import { requireFeature } from "./findFeature.ts";

export type FeatureRunRow = { run: Run; features: { featureId: string; name: string; summary: FunctionalSummary }[] };

/** Maximum number of pages of runs that are searched for one of a feature. */
const MAX_PAGES = 10;

/** Lists runs, newest first, each with the results of its features; with `featureId`, only runs that include it. */
export async function listFeatureRuns(
  ctx: OperationContext,
  caller: Caller,
  { featureId, ...input }: Omit<ListRunsInput, "type"> & { featureId?: string },
  pages = MAX_PAGES,
): Promise<{ rows: FeatureRunRow[]; nextCursor: string | null }> {
  const { runs, nextCursor } = await listRuns(ctx, caller, { ...input, type: "frt-test" });
  const scenarios = await scenariosOfRuns(
    ctx.models,
    runs.map(({ _id }) => _id),
    featureId,
  );
  const byRun = Map.groupBy(scenarios, ({ runId }) => runId);
  const rows = runs.map((run) => {
    const byFeature = Map.groupBy(byRun.get(run._id) ?? [], (one) => one.featureId);
    const features = [...byFeature].map(([id, of]) => ({
      featureId: id,
      name: of[0]?.featureName ?? id,
      summary: countScenarios(of),
    }));
    return { run, features };
  });
  const own = featureId === undefined ? rows : rows.filter(({ features }) => features.length > 0);
  // A page without a run of the feature is not the end of its runs.
  if (featureId !== undefined && own.length === 0 && nextCursor !== null && pages > 1) {
    const place = { project: input.project, environmentId: input.environment?._id };
    if (pages === MAX_PAGES && !(await latestRunOfFeature(ctx.models, place, featureId)))
      return { rows: [], nextCursor: null };
    return listFeatureRuns(ctx, caller, { ...input, featureId, cursor: nextCursor }, pages - 1);
  }
  return { rows: own, nextCursor };
}

/** Returns the newest finished run of a feature in the place, or null. `failed`: only runs in which one of its scenarios failed. */
export async function runOfFeature(
  { models }: Pick<OperationContext, "models">,
  caller: Caller,
  { project, environment }: ProjectPlace,
  { featureId, failed }: { featureId: string; failed?: boolean },
): Promise<Run | null> {
  requireReadRight(caller);
  const place = { project, environmentId: environment?._id };
  const own = await latestRunOfFeature(models, place, featureId, { failed });
  // If there is neither a run nor the feature itself, the id is wrong.
  if (own === null && !failed) await requireFeature({ models }, project._id, featureId);
  return own;
}

/** Selects a scenario of a run by name or id, and by feature; defaults to the first one that did not pass. */
export type ScenarioChoice = { featureId?: string; scenario?: string; browser?: string; viewport?: string };

export type Timeline = {
  scenarios: ScenarioRow[];
  /** Scenario shown; null if the run has none yet. */
  shown: ScenarioRow | null;
  attempt: ScenarioAttempt | null;
  steps: StepResult[];
  tracking: LinkVerdict[];
};

/** Returns what a timeline shows of the verdict on an event. */
export const verdictView = ({ planEventId, label, eventType, step, status, violations }: LinkVerdict) => ({
  planEventId,
  label,
  eventType,
  step,
  status,
  violations,
});

/** Throws `not_found` if the run has no such scenario or attempt. */
export async function readTimeline(
  ctx: OperationContext,
  caller: Caller,
  run: Run,
  { attempt, ...choice }: ScenarioChoice & { attempt?: number },
): Promise<Timeline> {
  requireReadRight(caller);
  const { scenarios, shown } = await choose(ctx, run, choice);
  const attempts = shown ? await attemptsOf(ctx.models, shown._id) : [];
  const kept = attempt === undefined ? attempts.at(-1) : attempts.find((one) => one.attempt === attempt);
  if (attempt !== undefined && kept === undefined)
    throw new ProductError("not_found", `The scenario has ${attempts.length} attempts and no attempt ${attempt}.`);
  return {
    scenarios,
    shown,
    attempt: kept ?? null,
    steps: kept ? stepsOf(kept) : [],
    tracking: kept ? trackingOf(kept) : [],
  };
}

export type Explained = {
  scenario: ScenarioRow;
  attempt: ScenarioAttempt | null;
  step: StepResult | null;
} & Omit<Explanation, "step">;

/** Explains why scenarios of a run did not pass: the named one, or up to `most` of them. */
export async function explainRun(
  ctx: OperationContext,
  caller: Caller,
  run: Run,
  choice: ScenarioChoice,
  most: number,
): Promise<{ explained: Explained[]; failed: number }> {
  requireReadRight(caller);
  const all = await scenariosOfRun(ctx.models, run._id);
  // "Nothing failed" is only reported for what was part of the run.
  chosenFrom(all, run, choice);
  const wanted = fitting(all, choice).filter(({ status }) => status !== "passed" && status !== "pending");
  const explained: Explained[] = [];
  for (const scenario of wanted.slice(0, most)) {
    const attempts = await attemptsOf(ctx.models, scenario._id);
    const attempt = attempts.findLast(({ status }) => status !== "passed") ?? null;
    const steps = attempt ? stepsOf(attempt) : [];
    const error =
      attempt?.error ?? (attempt ? null : { code: "not_run", message: scenario.message ?? "It was not run." });
    const hasPassed = await hasPassedBefore(ctx, scenario, steps);
    const why = explainFailure({ steps, error, flaky: scenario.flaky, ...(hasPassed !== null && { hasPassed }) });
    explained.push({ ...why, scenario, attempt, step: steps.find(({ index }) => index === why.step) ?? null });
  }
  return { explained, failed: wanted.length };
}

/**
 * Returns whether the failed step found its element in an earlier run, as healing would find out; null if it did not look for one. By the
 * planned locators: those of the failure have the environment's values filled in.
 */
async function hasPassedBefore(
  { models }: OperationContext,
  { _id, projectId }: Pick<ScenarioRow, "_id" | "projectId">,
  steps: readonly StepResult[],
): Promise<boolean | null> {
  const { index = -1, failure } = steps.find(({ status }) => status !== "passed" && status !== "skipped") ?? {};
  if (!failure || failure.matches.length === 0) return null;
  const planned = await scenarioRunOf(models, projectId, _id);
  const acted = planned && planOf(planned).steps[index]?.actions[failure.action];
  if (!acted) return null;
  const { stepDefId, index: action, ...did } = withoutEarlier(acted);
  const locators = did.action.target?.locators ?? [];
  return (await findElementPrint(models, elementPrintId({ projectId, stepDefId, action, locators }))) !== null;
}

async function choose({ models }: OperationContext, run: Run, choice: ScenarioChoice) {
  const scenarios = await scenariosOfRun(models, run._id);
  return { scenarios, shown: chosenFrom(scenarios, run, choice) };
}

/** Parts of a choice, in the order in which they narrow it. */
const NARROWING = [
  ["featureId", "feature", ({ featureId }: ScenarioRow) => featureId],
  ["scenario", "scenario", ({ name }: ScenarioRow) => name],
  ["browser", "browser", ({ browser }: ScenarioRow) => browser],
  ["viewport", "viewport", ({ viewport }: ScenarioRow) => viewport],
] as const;

/** Returns the first scenario of the choice that did not pass, or its first; null if nothing was asked for and the run has none. */
function chosenFrom(all: readonly ScenarioRow[], run: Run, choice: ScenarioChoice): ScenarioRow | null {
  let taken: ScenarioChoice = {};
  for (const [part, word, nameOf] of NARROWING) {
    const asked = choice[part];
    if (asked === undefined) continue;
    const before = fitting(all, taken);
    taken = { ...taken, [part]: asked };
    if (fitting(all, taken).length > 0) continue;
    const names = [...new Set(before.map(nameOf))];
    throw new ProductError("not_found", `The run ${run._id} has no ${word} "${asked}".${hintOf(asked, names)}`);
  }
  const fits = fitting(all, choice);
  return fits.find(({ status }) => status !== "passed" && status !== "pending") ?? fits[0] ?? null;
}

const fitting = (
  all: readonly ScenarioRow[],
  { featureId, scenario, browser, viewport }: ScenarioChoice,
): ScenarioRow[] =>
  all.filter(
    (one) =>
      (featureId === undefined || one.featureId === featureId) &&
      (scenario === undefined || [one.name, one.scenarioId, one._id].includes(scenario)) &&
      (browser === undefined || one.browser === browser) &&
      (viewport === undefined || one.viewport === viewport),
  );
