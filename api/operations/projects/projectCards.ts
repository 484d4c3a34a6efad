// Projects of the caller's organisation with their state: the newest runs, and the same health as in the overview.
import type { Pillar } from "../../../domain/audit/pillars.ts";
import { siteHealth } from "../../../domain/health/siteHealth.ts";
import type { SiteHealth } from "../../../domain/health/types.ts";
import { NOTHING_WAITS } from "../../../domain/review/waiting.ts";
import { conclusionOf } from "../../../domain/runs/measured.ts";
import { gates, pillarOf } from "../../../domain/runTypes.ts";
import { countEnvironments } from "../../../models/environments/queries.ts";
import { projectsWithin } from "../../../models/projects/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { waitingIn } from "../../../models/reviewItems/queries.ts";
import { onMainBranch, recentRuns } from "../../../models/runs/queries.ts";
import { scenarioCounts } from "../../../models/scenarios/queries.ts";
import { reachOf, requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type Paging, pageOf } from "../../lib/paging.ts";
import { gatherHealth } from "../health/gather.ts";
import { waitingView } from "../visual/waitingView.ts";
import { viewProject } from "./projectView.ts";

const DAY_MS = 86_400_000;
const WINDOW_DAYS = 30;
/** Maximum number of runs per project. */
const MAX_RUNS = 200;
const DEFAULT_PAGE = 20;
const FIELDS = {
  projectId: 1,
  type: 1,
  status: 1,
  verdict: 1,
  summary: 1,
  branch: 1,
  parentRunId: 1,
  cancelledBy: 1,
  finishedAt: 1,
  seq: 1,
  resultsRevision: 1,
} as const;

export async function listProjectCards(ctx: OperationContext, caller: Caller, paging: Paging) {
  requireReadRight(caller);
  const { models } = ctx;
  const all = await projectsWithin(models, reachOf(caller));
  const { entries, nextCursor } = pageOf(all, { ...paging, limit: paging.limit ?? DEFAULT_PAGE });
  const ids = entries.map(({ _id }) => _id);
  const since = new Date(ctx.now().getTime() - WINDOW_DAYS * DAY_MS);
  const [runs, environments, scenarios, waiting] = await Promise.all([
    recentRuns(models, ids, { since, limit: MAX_RUNS, fields: FIELDS }),
    countEnvironments(models, ids),
    scenarioCounts(models, ids),
    Promise.all(ids.map(async (id) => [id, await waitingIn(models, id)] as const)),
  ]);
  const waitingOf = new Map(waiting);
  const runsOf = Map.groupBy(runs, ({ projectId }) => projectId);
  const views = [];
  for (const project of entries) {
    const { _id: id, mainBranch } = project;
    const own = runsOf.get(id) ?? [];
    const scenarioCount = scenarios.get(id) ?? 0;
    const newest = own[0];
    // Cache key: what health is computed from, apart from its decay over time.
    const marks = own.map((run) => `${run._id}.${run.seq}.${run.resultsRevision ?? 0}`);
    const mark = `${Math.floor(ctx.now().getTime() / FRESH_MS)} ${scenarioCount} ${marks.join(" ")}`;
    const health = own.length === 0 ? null : await healthOf(ctx, project, mark);
    views.push({
      ...viewProject(project, scenarioCount),
      mainBranch,
      environments: environments.get(id) ?? 0,
      health: health?.score ?? null,
      // A full audit counts as one run, as in the top bar.
      running: own.filter(({ status, parentRunId }) => status === "running" && parentRunId === null).length,
      review: waitingView(waitingOf.get(id) ?? NOTHING_WAITS),
      lastRunAt: newest ? (newest.finishedAt ?? newest.createdAt).toISOString() : null,
      last: lastOf(
        own.filter(({ branch, cancelledBy }) => !cancelledBy && onMainBranch(branch, mainBranch)),
        health?.pillars ?? [],
      ),
    });
  }
  return { projects: views, nextCursor };
}

type Row = Awaited<ReturnType<typeof recentRuns<keyof typeof FIELDS>>>[number];

/** Returns the newest run of each pillar. It counts as failed if it did not cover earlier failures. The score is the pillar's rolling score. */
function lastOf(runs: readonly Row[], pillars: Health["pillars"]) {
  const seen = new Map<Pillar, Row>();
  for (const run of runs) {
    const pillar = gates(run.type) ? pillarOf(run.type) : null;
    if (pillar !== null && !seen.has(pillar)) seen.set(pillar, run);
  }
  return [...seen].map(([pillar, run]) => {
    const { score = null, newestFailed } = pillars.find((one) => one.pillar === pillar) ?? {};
    return {
      pillar,
      runId: run._id,
      verdict: run.verdict,
      status: run.status,
      conclusion: run.status === "completed" && newestFailed?.older ? ("failed" as const) : conclusionOf(run),
      score,
      at: (run.finishedAt ?? run.createdAt).toISOString(),
    };
  });
}

/** A cached score is recomputed after this time even if no run has ended. */
const FRESH_MS = 3_600_000;
const MAX_KEPT = 500;
type Health = Pick<SiteHealth, "score" | "pillars">;
/** Cache by the models of a database, because a score takes dozens of reads and only changes when a run ends. */
const known = new WeakMap<object, Map<string, { mark: string; health: Health }>>();

async function healthOf(ctx: OperationContext, project: Project, mark: string): Promise<Health> {
  const own = known.get(ctx.models) ?? new Map<string, { mark: string; health: Health }>();
  known.set(ctx.models, own);
  const found = own.get(project._id);
  if (found?.mark === mark) return found.health;
  const health = siteHealth(await gatherHealth(ctx, { project }));
  if (own.size >= MAX_KEPT) own.clear();
  own.set(project._id, { mark, health });
  return health;
}
