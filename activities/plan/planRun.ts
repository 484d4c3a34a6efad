// Plans a run: which shots, with which instructions, against which baselines. Written to the database; only counts travel.

import { messageOf } from "../../domain/errors.ts";
import { shotIdOf } from "../../domain/ids.ts";
import { PLAN_LIMITS } from "../../domain/plans.ts";
import { shotKindOf } from "../../domain/runTypes.ts";
import { resolveScenarioUrl } from "../../domain/visual/scenarioUrl.ts";
import {
  type ComparisonRule,
  type ContentRule,
  DEFAULT_MAX_HEIGHT,
  DEFAULT_VIEWPORTS,
  type ShotSpec,
} from "../../domain/visual/shot.ts";
import { loadBaselines } from "../../models/baselines/load.ts";
import type { Project } from "../../models/project.ts";
import type { Run } from "../../models/run.ts";
import { notePlan } from "../../models/runLifecycle.ts";
import type { Scenario } from "../../models/scenario.ts";
import type { Shot } from "../../models/shot.ts";
import { countSnapshots } from "../../models/usage.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { readRun } from "../readRun.ts";
import { requireOpen, requireStillOpen } from "../requireOpen.ts";

export type PlanInput = { runId: string; executionId: string };
/** `window`: shots of this run in flight at once. */
export type Plan = { total: number; window: number };
export type PlanActivities = { planRun(input: PlanInput): Promise<Plan> };

/** More than two slots' worth keeps a worker busy; more would let one run fill the queue before another's first shot. */
const RUN_WINDOW = 12;
const INSERT_CHUNK = 200;

type Part = {
  scenario: Scenario;
  selector: string | null;
  viewport: Scenario["viewports"][number];
  browser: Run["browsers"][number];
};

/** By the run itself: a picture of a visual run becomes a baseline by approval alone, whatever a workflow says. */
function kindOf({ _id, type }: Pick<Run, "_id" | "type">): Shot["kind"] {
  const kind = shotKindOf(type);
  if (kind === null) throw invalid(`The run ${_id} is a ${type} run and has no shots.`);
  return kind;
}

/** Every scenario × selector × viewport × browser, in an order that depends on the data alone. */
function partsOf(scenarios: Scenario[], browsers: Run["browsers"]): Part[] {
  return scenarios.flatMap((scenario) =>
    (scenario.selectors.length > 0 ? scenario.selectors : [null]).flatMap((selector) =>
      scenario.viewports.flatMap((viewport) => browsers.map((browser) => ({ scenario, selector, viewport, browser }))),
    ),
  );
}

export function createPlanActivities(deps: CommonDeps): PlanActivities {
  const { models } = deps;

  const rulesOf = async (projectId: string) => {
    const [comparison, content] = await Promise.all([
      models.comparisonRules.find({ projectId }).lean(),
      models.contentRules.find({ projectId }).lean(),
    ]);
    return {
      comparison: (label: string): ComparisonRule[] =>
        comparison
          .filter((r) => r.scenarioLabel === label)
          .map((r) => ({ id: r._id, selector: r.selector, mode: r.mode })),
      content: (label: string): ContentRule[] =>
        content
          .filter((r) => r.scenarioLabel === label)
          .map((r) => ({ id: r._id, selector: r.selector, normalize: r.normalize })),
    };
  };

  const specOf = (run: Run, project: Project, part: Part, rules: Awaited<ReturnType<typeof rulesOf>>): ShotSpec => {
    const { scenario } = part;
    return {
      runId: run._id,
      projectId: run.projectId,
      environmentId: run.environmentId ?? "",
      scenarioId: scenario._id,
      scenarioLabel: scenario.label,
      url: resolveScenarioUrl(scenario.url, project.baseUrl, run.baseUrl),
      selector: part.selector,
      viewport: project.viewports[part.viewport] ?? DEFAULT_VIEWPORTS[part.viewport],
      browser: part.browser,
      delay: scenario.delay,
      readySelector: scenario.readySelector,
      hideSelectors: scenario.hideSelectors,
      removeSelectors: scenario.removeSelectors,
      steps: scenario.steps,
      dismissSelectors: scenario.dismissSelectors,
      stabilisers: scenario.stabilisers,
      fixedTime: scenario.fixedTime,
      comparisonRules: rules.comparison(scenario.label),
      contentRules: rules.content(scenario.label),
      misMatchThreshold: scenario.misMatchThreshold,
      contentChanges: project.settings.visual?.contentChanges ?? null,
      maxHeight: DEFAULT_MAX_HEIGHT,
    };
  };

  const plan = async ({ runId }: PlanInput): Promise<Plan> => {
    const run = await readRun(deps, runId);
    requireOpen("run", run);
    const kind = kindOf(run);
    const planned = { total: await models.shots.countDocuments({ runId }), window: RUN_WINDOW };
    // A retry after the last write finds the plan complete: scenarios may have changed since, the plan has not.
    if (planned.total > 0 && run.extra.planned === planned.total) return planned;

    const project = await models.projects.findById(run.projectId).lean();
    if (!project || project.orgId !== run.orgId) throw invalid("The project was deleted after the run was started.");
    const filter = run.scenarios
      ? { projectId: project._id, label: { $in: run.scenarios } }
      : { projectId: project._id };
    const scenarios = (await models.scenarios.find(filter).lean()).sort((a, b) => (a._id < b._id ? -1 : 1));
    if (scenarios.length === 0) throw invalid("The project has no scenarios to run: create or import some first.");

    const rules = await rulesOf(project._id);
    const parts = partsOf(scenarios, run.browsers);
    const organisation = await models.organisations.findById(run.orgId).lean();
    const limit = organisation ? PLAN_LIMITS[organisation.plan].snapshotsPerMonth : null;
    if (!(await countSnapshots(models, { orgId: run.orgId, runId, count: parts.length, limit, at: deps.now() })))
      throw invalid(
        `The plan's quota of ${limit} snapshots a month does not leave room for the ${parts.length} shots of this run.`,
      );

    const baselines = await loadBaselines(models, { project, environmentId: run.environmentId, branch: run.branch });
    const shots: Shot[] = parts.map((part, index) => {
      let spec: ShotSpec;
      try {
        spec = specOf(run, project, part, rules);
      } catch (error) {
        throw invalid(`The scenario "${part.scenario.label}" has no usable address: ${messageOf(error)}`);
      }
      const selector = part.selector ?? "";
      const place = { scenarioId: part.scenario._id, selector, viewport: part.viewport, browser: part.browser };
      const baseline = baselines.find(place);
      return {
        _id: shotIdOf(runId, index),
        runId,
        projectId: project._id,
        index,
        scenarioId: part.scenario._id,
        scenarioLabel: part.scenario.label,
        selector,
        viewport: part.viewport,
        browser: part.browser,
        url: spec.url,
        spec,
        kind,
        baselineVersionId: baseline?.versionId ?? null,
        baselineKey: baselines.keyOf(place),
        baseline: baseline?.picture ?? null,
        status: "pending",
        reasons: [],
        mismatchPercent: null,
        changedPixels: null,
        threshold: part.scenario.misMatchThreshold,
        regions: [],
        shifts: [],
        fingerprint: null,
        flaky: false,
        attempts: 0,
        captures: [],
        artifacts: { baseline: baseline?.picture.artifactId ?? null, test: null, diff: null, map: null },
        timings: {},
        decidedAt: null,
      };
    });
    // Nothing is captured before the plan stands, so what an earlier, unfinished attempt left can go.
    if (planned.total > 0) await models.shots.deleteMany({ runId });
    for (let at = 0; at < shots.length; at += INSERT_CHUNK)
      await models.shots.insertMany(shots.slice(at, at + INSERT_CHUNK));
    await notePlan(models, run, { planned: shots.length });
    await requireStillOpen(deps, runId);
    return { total: shots.length, window: RUN_WINDOW };
  };

  return { planRun: (input) => withHeartbeat(() => plan(input)) };
}
