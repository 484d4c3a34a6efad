// Reads everything that guidance uses in one pass: the newest runs of each pillar on the main branch and their results.
import { PILLAR_NEEDS, PILLARS, type Pillar } from "../../../domain/audit/pillars.ts";
import { pageKey } from "../../../domain/audit/runChecks.ts";
import { keyOf as keyOnSite, sameSite } from "../../../domain/crawl/address.ts";
import type { Facts, KnownPage, PillarFacts, ScenarioFact } from "../../../domain/guidance/facts.ts";
import { qualityScore } from "../../../domain/health/qualityScore.ts";
import { siteHealth } from "../../../domain/health/siteHealth.ts";
import { scopeAllows } from "../../../domain/keys.ts";
import { PLAN_LIMITS, type PlanName } from "../../../domain/plans.ts";
import { gates, type StatusType, TYPE_OF_PILLAR } from "../../../domain/runTypes.ts";
import { resolveScenarioUrl } from "../../../domain/visual/scenarioUrl.ts";
import { eachStandingBaseline } from "../../../models/baselines/queries.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { latestRunOfType, oldestRunning } from "../../../models/runs/queries.ts";
import { hasReadyFeature } from "../../../models/scenarioRuns/ofRun.ts";
import { readTrackingPlan } from "../../../models/trackingPlans/schema.ts";
import { inTurns, nextTurn } from "../../../platform/inTurns.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { GATE_FIELDS, type GateRow } from "../health/gateRun.ts";
import { gatherHealth } from "../health/gather.ts";
import { healthBeside } from "../health/healthBeside.ts";
import { gatingOf, judgedRun, type ProjectGating } from "../health/judgedRun.ts";
import { scoreChange } from "../health/movedBy.ts";
import { planOf } from "../runs/quota.ts";
import { crawledPages } from "./crawledPages.ts";
import { openProblems } from "./openProblems.ts";
import { RUN_FIELDS, type RunRow, runFact } from "./runFact.ts";
import { testedPages } from "./testedPages.ts";

/** The project is already resolved for the caller. Without an environment, runs of all environments count. */
export type GuidancePlace = { project: Project; environment: Environment | null };

const MAX_BASELINES = 20_000;
const MAX_RUNNING = 20;
const NEWEST_FIELDS = { ...RUN_FIELDS, ...GATE_FIELDS } as const;
type NewestRow = RunRow & GateRow;

/** `shared`: of the same project, if the request also asks for the gate of a branch. */
export async function gatherFacts(
  ctx: OperationContext,
  caller: Caller,
  place: GuidancePlace,
  shared?: ProjectGating,
): Promise<Facts> {
  requireRight(caller, "mcpRead");
  const { project, environment } = place;
  const baseUrl = environment?.baseUrl ?? project.baseUrl;
  const gating = shared ?? (await gatingOf(ctx, project));
  const has = new Set<string>();
  const [plan, scenarios, , tracking, crawled] = await Promise.all([
    planOf(ctx, project.orgId),
    gating.scenarios(),
    eachStandingBaseline(
      ctx.models,
      { projectId: project._id, branch: project.mainBranch },
      { fields: { scenarioId: 1, viewport: 1 }, limit: MAX_BASELINES },
      ({ scenarioId, viewport }) => void has.add(`${scenarioId} ${viewport}`),
    ),
    readTrackingPlan(ctx.models, project._id),
    crawledPages(ctx, project._id),
  ]);
  const keyOf = (url: string) => keyOn(url, project.baseUrl, baseUrl);
  const scenarioFacts: ScenarioFact[] = [];
  await inTurns(scenarios, ({ _id, label, url, viewports }) => {
    const withoutBaseline = viewports.filter((viewport) => !has.has(`${_id} ${viewport}`));
    scenarioFacts.push({ id: _id, label, key: keyOf(url), withoutBaseline, viewports: viewports.length });
  });

  const read = await Promise.all(PILLARS.map((pillar) => readPillar(ctx, place, pillar, { ...gating, plan })));
  const pillars = read.flatMap((one) => (one ? [one.facts] : []));
  const problems = await openProblems(ctx, place);

  const going = { project, environmentId: environment?._id };
  const running = await oldestRunning(ctx.models, going, MAX_RUNNING, RUN_FIELDS);
  const [baselineRun] = await newest(ctx, place, "baseline");
  const health = await gatherHealth(ctx, { project, environmentId: environment?._id }, gating);
  // Each page once, regardless of how many audits visited it.
  const completed = read.flatMap((one) => one?.completed ?? []);
  const tested = new Set(await testedPages(ctx, completed));
  const known: KnownPage[] = [named("base", pageKey(baseUrl, baseUrl)), ...(crawled ?? [])];
  for (const key of tested) known.push(named("audit", key));
  await inTurns(tracking.pages, ({ path, label }) => {
    if (path !== null) known.push(named("tracking", keyOf(path), label));
  });
  await nextTurn();
  const now = siteHealth(health).pillars;
  const facts: Facts = {
    now: ctx.now().getTime(),
    project: project.slug,
    projectName: project.name,
    baseUrl,
    environment: environment?.slug ?? null,
    mainBranch: project.mainBranch,
    plan,
    mayChange: mayChange(caller, plan),
    thresholds: gating.thresholds,
    scenarios: scenarioFacts,
    tracking: { pages: tracking.pages.length, events: tracking.events.length },
    // Pages of other sites are not for this project to cover.
    knownPages: known.filter(({ key }) => key.startsWith("/")),
    crawled: crawled !== null,
    running: running.map(runFact),
    baselineRun: baselineRun && runFact(baselineRun),
    pillars,
    problems,
    health: now,
    healthBefore: await healthBeside(
      ctx,
      project,
      read.flatMap((one) => one?.judged ?? []),
      gating,
    ),
    quality: qualityScore(now),
    change: await scoreChange(ctx, health, now),
  };
  // Yields to the event loop, because the conclusions are then computed in one synchronous step.
  await nextTurn();
  return facts;
}

type ReadPillar = { facts: PillarFacts; completed: NewestRow | null; judged: GateRow | null };

/** Returns null if no run type of this installation covers the pillar, or if the project has nothing that such a run could test. */
async function readPillar(
  ctx: OperationContext,
  place: GuidancePlace,
  pillar: Pillar,
  { plan, ...gating }: ProjectGating & { plan: PlanName },
): Promise<ReadPillar | null> {
  const type = TYPE_OF_PILLAR[pillar];
  if (type === null) return null;
  if (PILLAR_NEEDS[pillar] === "features" && !(await hasReadyFeature(ctx.models, place.project._id))) return null;
  const [latest, completed] = await newest(ctx, place, type);
  const locked = !PLAN_LIMITS[plan].pillars.includes(pillar);
  const gate = latest && !locked && gates(type) ? await judgedRun(ctx, mainOf(place), latest, gating) : null;
  const facts: PillarFacts = {
    pillar,
    locked,
    latest: latest && runFact(latest),
    completed: completed && runFact(completed),
    gate: gate?.run ?? null,
  };
  return { facts, completed, judged: gate?.row ?? null };
}

const named = (source: KnownPage["source"], key: string, title = ""): KnownPage => ({
  key,
  title,
  source,
  group: "",
  depth: null,
});

const mainOf = ({ project, environment }: GuidancePlace) => ({
  project,
  environmentId: environment?._id,
  branch: project.mainBranch,
});

/** Returns the newest run on the main branch or without a branch, and the newest completed one. */
async function newest(
  ctx: OperationContext,
  place: GuidancePlace,
  type: StatusType,
): Promise<[NewestRow | null, NewestRow | null]> {
  const main = mainOf(place);
  const latest = await latestRunOfType(ctx.models, main, type, { fields: NEWEST_FIELDS });
  if (latest === null || latest.status === "completed") return [latest, latest];
  return [latest, await latestRunOfType(ctx.models, main, type, { status: "completed", fields: NEWEST_FIELDS })];
}

/** Returns the page key of an address. An invalid address is returned unchanged, because it cannot be compared with other pages. */
function keyOn(url: string, projectUrl: string, baseUrl: string): string {
  try {
    const address = resolveScenarioUrl(url, projectUrl, baseUrl);
    // As in crawls, the site with and without www. is the same.
    return sameSite(address, baseUrl) ? keyOnSite(address) : pageKey(address, baseUrl);
  } catch {
    return url;
  }
}

function mayChange(caller: Caller, plan: PlanName): boolean {
  if (caller.kind === "operator") return true;
  if (caller.kind === "schedule") return false;
  const right = caller.kind === "key" ? scopeAllows(caller.scope, "mcpWrite") : caller.role !== "viewer";
  return right && PLAN_LIMITS[plan].mutatingTools;
}
