// Scenarios as the dashboard shows them: screenshots, baseline history, rules, and their page in the other pillars.
import { ProductError } from "../../../domain/errors.ts";
import { modeField } from "../../../domain/visual/viewWords.ts";
import { eachStandingBaseline } from "../../../models/baselines/queries.ts";
import type { Baseline } from "../../../models/baselines/schema.ts";
import { latestRunsOfType } from "../../../models/runs/queries.ts";
import { shotsOf } from "../../../models/shots/queries.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import type { Paging } from "../../lib/paging.ts";
import { pageHealth } from "../audits/pageHealth.ts";
import { type PlaceInput, placeOf } from "../projects/place.ts";
import { viewProjectHead } from "../projects/projectView.ts";
import { hiddenShares } from "../rules/rulesWithShare.ts";
import { listBaselines } from "../visual/listBaselines.ts";
import { shotLinks } from "../visual/resultView.ts";
import { reviewView } from "../visual/reviewMark.ts";
import { readScenarioDetails } from "./scenarioDetails.ts";
import { scenarioFacts } from "./scenarioFacts.ts";
import { listScenarioStates, type ScenarioState } from "./scenarioStates.ts";

const MAX_BASELINES = 20_000;
const RUNS_BACK = 20;
const MAX_VERSIONS = 30;
const MAX_PLACES = 100;

const viewOf = ({ scenario, baselines, lastTest }: ScenarioState) => ({
  ...scenarioFacts(scenario),
  baselines,
  lastTest,
});

export async function appScenarios(
  ctx: OperationContext,
  caller: Caller,
  slug: string,
  { limit, cursor, ...input }: PlaceInput & Paging,
) {
  requireReadRight(caller);
  const { project, environment } = await placeOf(ctx, caller, slug, input);
  const { total, scenarios, nextCursor } = await listScenarioStates(ctx, caller, {
    project,
    environment,
    limit,
    cursor,
  });
  const pictures = new Map<string, { artifactId: string; rank: number }>();
  const wanted = new Set(scenarios.map(({ scenario }) => scenario._id));
  await eachStandingBaseline(
    ctx.models,
    { projectId: project._id, branch: project.mainBranch },
    { fields: { scenarioId: 1, selector: 1, viewport: 1, browser: 1, picture: 1 }, limit: MAX_BASELINES },
    (one) => {
      if (!wanted.has(one.scenarioId)) return;
      const rank = rankOf(one);
      if ((pictures.get(one.scenarioId)?.rank ?? 99) > rank)
        pictures.set(one.scenarioId, { artifactId: one.picture.artifactId, rank });
    },
  );
  return {
    project: viewProjectHead(project),
    total,
    scenarios: scenarios.map((state) => {
      const picture = pictures.get(state.scenario._id);
      return { ...viewOf(state), picture: picture ? artifactLink(ctx, picture.artifactId) : null };
    }),
    nextCursor,
  };
}

/** Sorts the whole page on desktop in Chromium first, because it is the most informative. */
const rankOf = ({ selector, viewport, browser }: Pick<Baseline, "selector" | "viewport" | "browser">) =>
  (selector === "" ? 0 : 8) +
  (viewport === "desktop" ? 0 : viewport === "tablet" ? 2 : 4) +
  (browser === "chromium" ? 0 : 1);

export async function appScenario(
  ctx: OperationContext,
  caller: Caller,
  slug: string,
  label: string,
  input: PlaceInput,
) {
  requireReadRight(caller);
  const { project, environment } = await placeOf(ctx, caller, slug, input);
  const details = await readScenarioDetails(ctx, caller, { project, environment, label, limit: MAX_PLACES });
  const [{ baselines }, latest, pillars, shareOf] = await Promise.all([
    listBaselines(ctx, caller, { project: project._id, scenario: label, limit: MAX_PLACES }),
    latestOf(ctx, { project, environmentId: environment?._id }, details.scenario._id),
    pillarsOf(ctx, caller, { project, environment, scenarioLabel: label }),
    hiddenShares(ctx, project),
  ]);
  const { readySelector, hideSelectors, removeSelectors } = details.scenario;
  return {
    project: viewProjectHead(project),
    scenario: { ...viewOf(details), readySelector, hideSelectors, removeSelectors },
    comparisonRules: details.comparisonRules.map(({ _id, selector, mode }) => ({
      id: _id,
      selector,
      mode,
      share: shareOf(_id),
    })),
    contentRules: details.contentRules.map(({ _id, selector, normalize }) => ({ id: _id, selector, normalize })),
    wideRules: details.wideRules.map((rule) => ({ ...rule, share: shareOf(rule.id) })),
    baselines: baselines.map(({ history, ...one }) => ({
      ...one,
      versions: history.length,
      history: history.slice(0, MAX_VERSIONS),
    })),
    latest,
    pillars,
  };
}

/** Returns its results in the newest test that has any. */
async function latestOf(
  ctx: OperationContext,
  place: { project: Parameters<typeof latestRunsOfType>[1]["project"]; environmentId: string | undefined },
  scenarioId: string,
) {
  const wanted = { status: "completed", limit: RUNS_BACK, fields: { _id: 1 } } as const;
  for (const { _id: runId } of await latestRunsOfType(ctx.models, place, "vrt-test", wanted)) {
    const choice = { runId, scenarioIds: [scenarioId] };
    const shots = await shotsOf(ctx.models, choice, { fields: RESULT, limit: MAX_PLACES });
    if (shots.length > 0) return shots.map((shot) => shotOf(ctx, shot));
  }
  return [];
}

const RESULT = {
  runId: 1,
  viewport: 1,
  browser: 1,
  mode: 1,
  selector: 1,
  status: 1,
  flaky: 1,
  mismatchPercent: 1,
  artifacts: 1,
  review: 1,
} as const satisfies Record<string, 1>;
type Result = Pick<
  Shot,
  | "_id"
  | "runId"
  | "viewport"
  | "browser"
  | "mode"
  | "selector"
  | "status"
  | "flaky"
  | "mismatchPercent"
  | "artifacts"
  | "review"
>;

const shotOf = (ctx: OperationContext, shot: Result) => ({
  shotId: shot._id,
  runId: shot.runId,
  viewport: shot.viewport,
  browser: shot.browser,
  ...modeField(shot),
  selector: shot.selector || null,
  status: shot.status,
  flaky: shot.flaky,
  mismatchPercent: shot.mismatchPercent,
  pictures: shotLinks(ctx, shot),
  review: reviewView(shot),
});

/** Returns the health of its page; empty if no audit has visited it. */
async function pillarsOf(
  ctx: OperationContext,
  caller: Caller,
  wanted: Omit<Parameters<typeof pageHealth>[2], "limit">,
) {
  try {
    const { pillars, worst } = await pageHealth(ctx, caller, { ...wanted, limit: 10 });
    return { pillars, worst };
  } catch (error) {
    if (error instanceof ProductError && error.code === "not_found") return { pillars: [], worst: [] };
    throw error;
  }
}
