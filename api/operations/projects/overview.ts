// Overview of one project: its state and the reasons, what needs attention, recent activity, and what blocks a release.
import { PILLAR_NAME, PILLARS } from "../../../domain/audit/pillars.ts";
import { given } from "../../../domain/given.ts";
import { blockersOf } from "../../../domain/guidance/blockers.ts";
import type { Facts } from "../../../domain/guidance/facts.ts";
import { stepsOf } from "../../../domain/guidance/steps.ts";
import { PLAN_LIMITS } from "../../../domain/plans.ts";
import { scoreOf } from "../../../domain/runs/score.ts";
import { TYPE_OF_PILLAR } from "../../../domain/runTypes.ts";
import { countOpenHeals } from "../../../models/healProposals/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { waitingIn } from "../../../models/reviewItems/queries.ts";
import { latestRunsOfType, onMainBranch, pageOfRuns } from "../../../models/runs/queries.ts";
import { nextTurn } from "../../../platform/inTurns.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { gatherFacts } from "../guidance/gatherFacts.ts";
import { gatePr } from "../health/gatePr.ts";
import { gatingOf } from "../health/judgedRun.ts";
import { ROW_FIELDS, runRow } from "../runs/runRow.ts";
import { reviewFilterOf, waitingView } from "../visual/waitingView.ts";
import { type PlaceInput, placeOf, scopesOf } from "./place.ts";
import { viewProjectHead } from "./projectView.ts";

const DAY_MS = 86_400_000;
const WINDOW_DAYS = 30;
const MAX_STEPS = 12;
const MAX_POINTS = 60;
const LAST_RUNS = 10;

export async function overview(ctx: OperationContext, caller: Caller, slug: string, input: PlaceInput) {
  requireReadRight(caller);
  const { models } = ctx;
  const { project, environment, branch } = await placeOf(ctx, caller, slug, input);
  const place = { project, environmentId: environment?._id, branch };
  const since = new Date(ctx.now().getTime() - WINDOW_DAYS * DAY_MS);
  const gating = await gatingOf(ctx, project);
  const facts = await gatherFacts(ctx, caller, { project, environment }, gating);
  const [lastRuns, scopes, heals, review, trends, gate] = await Promise.all([
    pageOfRuns(models, place, { after: null, alone: true, limit: LAST_RUNS, fields: ROW_FIELDS }),
    scopesOf(ctx, project),
    countOpenHeals(models, project._id),
    waitingIn(models, project._id, reviewFilterOf({ project, environment, branch })),
    trendsOf(ctx, project, place, since),
    branch !== undefined && !onMainBranch(branch, project.mainBranch)
      ? gatePr(ctx, caller, { project: project._id, branch, ...given({ environment: environment?._id }) }, gating)
      : null,
  ]);
  const { verdict, items } = blockersOf(facts);
  await nextTurn();
  return {
    project: { ...viewProjectHead(project), plan: facts.plan },
    ...scopes,
    environment: environment?.slug ?? null,
    branch: branch ?? null,
    mayChange: facts.mayChange,
    health: healthView(facts),
    steps: stepsOf(facts).slice(0, MAX_STEPS),
    waiting: { heals, running: facts.running.length, review: waitingView(review) },
    lastRuns: lastRuns.map(runRow),
    trends,
    release: { verdict, items },
    gate: gate && {
      verdict: gate.verdict,
      reasons: gate.reasons.map(({ code, message }) => ({ code, message })),
    },
  };
}

/** Returns the score, its components, and how much the newest run of each pillar changed it. */
function healthView({ health, quality, change, plan }: Facts) {
  return {
    score: quality.score,
    change: change.change,
    movedBy: change.movedBy,
    pillars: health.map(({ pillar, score, trend, lastRunAt }) => ({
      pillar,
      name: PILLAR_NAME[pillar],
      locked: !PLAN_LIMITS[plan].pillars.includes(pillar),
      score,
      moved: change.points[pillar] ?? null,
      trend: trend.sentence,
      lastRunAt,
    })),
    reasons: quality.reasons.map(({ code, message }) => ({ code, message })),
  };
}

async function trendsOf(
  { models }: OperationContext,
  project: Project,
  { environmentId, branch }: { environmentId?: string; branch?: string },
  since: Date,
) {
  const place = { project, environmentId, branch: branch ?? project.mainBranch };
  const fields = { status: 1, summary: 1 } as const;
  // As in the health, the score of a part says nothing about the whole.
  const wanted = { status: "completed", since, only: { whole: true }, limit: MAX_POINTS, fields } as const;
  const lines = PILLARS.map(async (pillar) => {
    const type = TYPE_OF_PILLAR[pillar];
    const runs = type === null ? [] : await latestRunsOfType(models, place, type, wanted);
    return { pillar, name: PILLAR_NAME[pillar], scores: runs.reverse().map(scoreOf) };
  });
  return (await Promise.all(lines)).filter(({ scores }) => scores.some((score) => score !== null));
}
