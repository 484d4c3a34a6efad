// Plans a run: its shots, with their instructions and baselines. Written to the database; only counts are returned.
import { secondsOf } from "../../domain/config.ts";
import { messageOf } from "../../domain/errors.ts";
import { given } from "../../domain/given.ts";
import { shotKindOf } from "../../domain/runTypes.ts";
import { type Mode, viewportIn } from "../../domain/visual/modes.ts";
import { ownBaseUrls, resolveScenarioUrl } from "../../domain/visual/scenarioUrl.ts";
import { DEFAULT_MAX_HEIGHT, DEFAULT_VIEWPORTS, type ShotSpec } from "../../domain/visual/shot.ts";
import type { RulesOfScenario } from "../../domain/visual/wideRules/rulesForScenario.ts";
import { loadReferences } from "../../models/baselines/references.ts";
import { findProject } from "../../models/projects/queries.ts";
import type { Project } from "../../models/projects/schema.ts";
import type { Run } from "../../models/runs/schema.ts";
import { declaredScenarios } from "../../models/scenarios/queries.ts";
import type { Scenario } from "../../models/scenarios/schema.ts";
import { countShots } from "../../models/shots/queries.ts";
import type { Shot } from "../../models/shots/schema.ts";
import { type RulesOf, rulesOfProject } from "../../models/wideRules/ofScenario.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";
import { readRun } from "../readRun.ts";
import { requireOpen } from "../requireOpen.ts";
import { joinShots } from "./carriedShots.ts";
import { completeHistory } from "./history/completeHistory.ts";
import { modesOfScenario } from "./modesOfScenario.ts";
import { newShot } from "./newShot.ts";
import { planUploads, type ShotPlan } from "./planUploads.ts";
import { projectWindow } from "./projectWindow.ts";
import { countRunSnapshots, writePlan } from "./writePlan.ts";

/** Returns the operator's setting, or nothing for the defaults. */
export function siteWaitsOf({ config }: Pick<CommonDeps, "config">): Pick<Plan, "siteWaitsMs"> {
  const set = config?.siteWaits ?? null;
  return set === null ? {} : { siteWaitsMs: secondsOf(set).map((seconds) => seconds * 1_000) };
}

export type PlanInput = { runId: string; executionId: string };
/** `window`: maximum number of this run's shots in flight. `siteWaitsMs`: overrides the default waits for an unreachable site. */
export type Plan = { total: number; window: number; siteWaitsMs?: number[] };
export type PlanActivities = { planRun(input: PlanInput): Promise<ShotPlan> };

type Part = {
  scenario: Scenario;
  selector: string | null;
  viewport: Scenario["viewports"][number];
  browser: Run["browsers"][number];
  /** undefined: without a mode. */
  mode: Mode | undefined;
};

/** Decided by the run itself: a screenshot of a visual run becomes a baseline only by approval, whatever a workflow requests. */
function kindOf({ _id, type }: Pick<Run, "_id" | "type">): Shot["kind"] {
  const kind = shotKindOf(type);
  if (kind === null) throw invalid(`The run ${_id} is a ${type} run and has no shots.`);
  return kind;
}

/** Returns every scenario × selector × viewport × browser × mode, in an order that depends only on the data. */
function partsOf(project: Project, scenarios: readonly Scenario[], browsers: Run["browsers"]): Part[] {
  return scenarios.flatMap((scenario) => {
    const modes = modesOfScenario(project, scenario, browsers.length);
    return (scenario.selectors.length > 0 ? scenario.selectors : [null]).flatMap((selector) =>
      scenario.viewports.flatMap((viewport) =>
        browsers.flatMap((browser) => modes.map((mode) => ({ scenario, selector, viewport, browser, mode }))),
      ),
    );
  });
}

/** Returns what a shot stores about wide rules in addition to its own lists. */
function wideOf({ pageRules, toleranceOf }: RulesOfScenario): Pick<ShotSpec, "pageRules" | "toleranceOf"> {
  return given({ pageRules: pageRules.length > 0 ? pageRules : undefined, toleranceOf: toleranceOf ?? undefined });
}

export function createPlanActivities(deps: CommonDeps): PlanActivities {
  const { models } = deps;

  const specOf = (run: Run, project: Project, part: Part, rulesOf: RulesOf): ShotSpec => {
    const { scenario } = part;
    const rules = rulesOf(scenario);
    return {
      runId: run._id,
      projectId: run.projectId,
      environmentId: run.environmentId ?? "",
      ...given({ preview: run.preview ?? undefined }),
      scenarioId: scenario._id,
      scenarioLabel: scenario.label,
      url: resolveScenarioUrl(scenario.url, ownBaseUrls(project, run), run.baseUrl),
      selector: part.selector,
      viewport: viewportIn(project.viewports[part.viewport] ?? DEFAULT_VIEWPORTS[part.viewport], part.mode),
      browser: part.browser,
      ...given({ mode: part.mode }),
      delay: scenario.delay,
      readySelector: scenario.readySelector,
      hideSelectors: rules.hideSelectors,
      removeSelectors: rules.removeSelectors,
      steps: scenario.steps,
      dismissSelectors: scenario.dismissSelectors,
      stabilisers: scenario.stabilisers,
      fixedTime: scenario.fixedTime,
      comparisonRules: rules.comparisonRules,
      contentRules: rules.contentRules,
      ...wideOf(rules),
      misMatchThreshold: rules.misMatchThreshold,
      contentChanges: project.settings.visual?.contentChanges ?? null,
      maxHeight: DEFAULT_MAX_HEIGHT,
    };
  };

  const plan = async ({ runId }: PlanInput): Promise<ShotPlan> => {
    const run = await readRun(deps, runId);
    requireOpen("run", run);
    const kind = kindOf(run);
    const window = await projectWindow(models, run);
    const planned = { total: await countShots(models, runId), window };
    // A retry after the last write finds the plan complete; scenarios may have changed since, the plan has not.
    if (planned.total > 0 && run.extra.planned === planned.total) return planned;

    const project = await findProject(models, run.projectId);
    if (!project || project.orgId !== run.orgId) throw invalid("The project was deleted after the run was started.");
    if (run.upload) return planUploads(deps, { run, project, kind, window });
    const scenarios = await declaredScenarios(models, run, run.scenarios);
    if (scenarios.length === 0) throw invalid("The project has no scenarios to run: create or import some first.");

    const rules = await rulesOfProject(models, project._id);
    const parts = partsOf(project, scenarios, run.browsers);
    await completeHistory(deps, run);
    const references = await loadReferences(models, { project, run, kind, now: deps.now() });
    const all: Shot[] = parts.map((part, index) => {
      let spec: ShotSpec;
      try {
        spec = specOf(run, project, part, rules);
      } catch (error) {
        throw invalid(`The scenario "${part.scenario.label}" has no usable address: ${messageOf(error)}`);
      }
      return newShot({ index, kind, spec, threshold: spec.misMatchThreshold, references });
    });
    const { shots, again, dropped } = await joinShots(deps, run, all);
    await countRunSnapshots(deps, run, again);
    await writePlan(deps, run, shots, { unfinished: planned.total > 0, dropped });
    return { total: shots.length, window };
  };

  return { planRun: async (input) => ({ ...(await plan(input)), ...siteWaitsOf(deps) }) };
}
