// Plans a functional run: which scenarios, in which browsers and viewports, with the actions of each sentence. Uses the features and
// definitions as they are now; later changes do not affect this run. If the run's commit does not contain a healed step's change,
// the step also accepts its element's previous locator.
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { ProductError } from "../../domain/errors.ts";
import { tagFilter } from "../../domain/functional/gherkin/tags.ts";
import { type DefsBothWays, defsBothWays, planBothWays } from "../../domain/functional/heal/bothWays.ts";
import type { HealPatch } from "../../domain/functional/heal/patch.ts";
import type { PlannedScenario } from "../../domain/functional/plan.ts";
import { type FeatureRunOptions, optionsOf } from "../../domain/functional/runOptions.ts";
import { linksOf, provedEventOf } from "../../domain/functional/trackingLinks.ts";
import { given } from "../../domain/given.ts";
import { scenarioRunIdOf } from "../../domain/ids.ts";
import { scenarioLabel } from "../../domain/pillars/functional/problems.ts";
import type { PlanEvent } from "../../domain/pillars/tracking/plan.ts";
import { isPart, type RunPart } from "../../domain/runs/part.ts";
import { partsOfType } from "../../domain/runTypes.ts";
import { plural } from "../../domain/text.ts";
import { scenarioLabels } from "../../models/features/queries.ts";
import { healsNotIn } from "../../models/healProposals/queries.ts";
import { findProject } from "../../models/projects/queries.ts";
import { notePlan } from "../../models/runs/lifecycle.ts";
import type { Run } from "../../models/runs/schema.ts";
import { countScenarioRuns } from "../../models/scenarioRuns/queries.ts";
import type { ScenarioRun } from "../../models/scenarioRuns/schema.ts";
import { deleteScenarioRuns, insertScenarioRuns } from "../../models/scenarioRuns/writes.ts";
import { readTrackingPlan } from "../../models/trackingPlans/schema.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";
import { completeHistory } from "../plan/history/completeHistory.ts";
import { type Plan, siteWaitsOf } from "../plan/planRun.ts";
import { projectWindow } from "../plan/projectWindow.ts";
import { readRun } from "../readRun.ts";
import { requireOpen, requireStillOpen } from "../requireOpen.ts";
import { joinScenarios } from "./carriedScenarios.ts";
import { type RunnableFeature, runnableFeatures, usableStepDefs } from "./readFeatures.ts";

export type PlanFeatureRunActivities = {
  planFeatureRun(input: { runId: string; executionId: string }): Promise<Plan>;
};

/** Maximum number of scenarios × browsers × viewports per run. */
const MAX_PARTS = 2_000;

export function createPlanFeatureRunActivities(deps: CommonDeps): PlanFeatureRunActivities {
  const { models } = deps;

  const plan = async (runId: string): Promise<Plan> => {
    const run = await readRun(deps, runId);
    requireOpen("run", run);
    if (partsOfType(run.type) !== "scenarios")
      throw invalid(`The run ${runId} is a ${run.type} run and has no scenarios.`);
    const window = await projectWindow(models, run);
    const written = await countScenarioRuns(models, runId);
    // A retry after the last write finds the plan complete; features may have changed since, the plan has not.
    if (written > 0 && run.extra.planned === written) return { total: written, window };

    const project = await findProject(models, run.projectId, { orgId: 1 });
    if (!project || project.orgId !== run.orgId) throw invalid("The project was deleted after the run was started.");
    const options = optionsOf(run.extra);
    const { records, dropped } = await joinScenarios(deps, run, await recordsOf(run, options));
    // Nothing runs before the plan is complete, so the records of an earlier, unfinished attempt can be deleted.
    if (written > 0) await deleteScenarioRuns(models, runId);
    await insertScenarioRuns(models, records);
    await completeHistory(deps, run);
    const noted = { planned: records.length, ...given({ dropped: dropped ?? undefined }) };
    await notePlan(models, run, noted, await partOf(run, records));
    await requireStillOpen(deps, runId);
    return { total: records.length, window };
  };

  const recordsOf = async (run: Run, options: FeatureRunOptions): Promise<ScenarioRun[]> => {
    const features = await runnableFeatures(models, run.projectId, options.featureIds);
    if (features.length === 0)
      throw invalid(
        options.featureIds === null
          ? "The project has no feature that is ready: write one, or finish a draft."
          : "The feature was deleted after the run was started.",
      );
    const heals = await healsNotIn(models, run);
    const tests = defsBothWays(await usableStepDefs(models, run.projectId), heals);
    const chosen = filterOf(options.tags);
    const { events } = options.verifyTracking ? await readTrackingPlan(models, run.projectId) : { events: [] };
    const records: ScenarioRun[] = [];
    for (const feature of features) {
      for (const scenario of scenariosOf(feature, tests, heals)) {
        if (!chosen(scenario.tags)) continue;
        if (options.scenarioIds && !options.scenarioIds.includes(scenario.id)) continue;
        for (const viewport of options.viewports)
          for (const browser of run.browsers)
            records.push(
              recordOf(run, feature, scenario, { index: records.length, viewport, browser, events, options }),
            );
      }
      if (records.length > MAX_PARTS)
        throw invalid(
          `The run would have more than ${plural(MAX_PARTS, "scenario")}: choose fewer features, browsers or viewports, or a tag expression.`,
        );
      // Matching hundreds of sentences takes a while, so let other activities run in between.
      await setImmediate();
    }
    if (records.length === 0)
      throw invalid(
        options.scenarioIds
          ? "The scenario was changed or deleted after the run was started."
          : "No scenario of these features matches the tag expression.",
      );
    return records;
  };

  /** Returns how many of the scenarios of a full run these are; null: the run includes all of them. */
  const partOf = async (run: Run, records: readonly ScenarioRun[]): Promise<RunPart | null> => {
    if (!isPart(run)) return null;
    const chosen = new Set(records.map(({ featureName, name }) => scenarioLabel(featureName, name)));
    const ready = await scenarioLabels(models, run.projectId, { ready: true });
    return { scenarios: chosen.size, of: new Set([...ready, ...chosen]).size };
  };

  return {
    planFeatureRun: async ({ runId }) => ({ ...(await plan(runId)), ...siteWaitsOf(deps) }),
  };
}

function filterOf(tags: string): (tags: readonly string[]) => boolean {
  try {
    return tags === "" ? () => true : tagFilter(tags);
  } catch (error) {
    if (error instanceof ProductError) throw invalid(error.message);
    throw error;
  }
}

/** `heals`: patches missing from the run's commit. */
function scenariosOf(feature: RunnableFeature, tests: DefsBothWays, heals: readonly HealPatch[]): PlannedScenario[] {
  try {
    return planBothWays(feature, tests, heals);
  } catch (error) {
    if (error instanceof ProductError) throw invalid(`The feature "${feature.name}" cannot be run. ${error.message}`);
    throw error;
  }
}

type Place = {
  index: number;
  viewport: ScenarioRun["viewport"];
  browser: ScenarioRun["browser"];
  events: readonly PlanEvent[];
  options: FeatureRunOptions;
};

function recordOf(
  run: Run,
  feature: RunnableFeature,
  scenario: PlannedScenario,
  { index, viewport, browser, events, options }: Place,
): ScenarioRun {
  const linked = linksOf(events, feature.featureId, scenario);
  const links = [...linked, ...provedEventOf(events, options.provedEventId, linked)];
  const key = createHash("sha256").update(JSON.stringify([feature.featureId, scenario.id, browser, viewport]));
  return {
    _id: scenarioRunIdOf(run._id, index),
    runId: run._id,
    projectId: run.projectId,
    index,
    featureId: feature.featureId,
    featureName: feature.name,
    featureVersion: feature.version,
    key: key.digest("hex").slice(0, 32),
    scenarioId: scenario.id,
    name: scenario.name,
    tags: scenario.tags,
    browser,
    viewport,
    plan: JSON.stringify(scenario),
    links: JSON.stringify(links),
    status: "pending",
    flaky: false,
    attempts: 0,
    duration: 0,
    failedStep: null,
    message: null,
    failure: null,
    pages: [],
    decidedAt: null,
  };
}
