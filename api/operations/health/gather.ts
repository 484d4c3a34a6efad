// Reads the runs that health and the gate are computed from: a bounded number of small documents, with plain finds.
import { PILLAR_NEEDS, PILLARS, type Pillar } from "../../../domain/audit/pillars.ts";
import { startingPointWords } from "../../../domain/audit/startingPoint.ts";
import type { AuditedRun, Counts } from "../../../domain/health/gateTypes.ts";
import { leftOpenWords } from "../../../domain/health/leftOpen.ts";
import { HEALTH_WINDOW } from "../../../domain/health/siteHealth.ts";
import type { HealthInput, HealthRun } from "../../../domain/health/types.ts";
import { isPart } from "../../../domain/runs/part.ts";
import { runSummary } from "../../../domain/runs/runSummary.ts";
import { scoreOf } from "../../../domain/runs/score.ts";
import { TYPE_OF_PILLAR } from "../../../domain/runTypes.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { FACTS_OF, factsOf } from "../../../models/runFacts/queries.ts";
import { latestRunsOfType } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { readyFeatures } from "../../../models/scenarioRuns/ofRun.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import type { OperationContext } from "../../lib/context.ts";
import { leftOpenOf } from "./leftOpenOf.ts";

const DAY_MS = 86_400_000;
/** Maximum number of runs that are searched, and of full (not partial) runs. */
const MAX_RUNS = 50;
/** Maximum number of scenarios read. */
const MAX_SCENARIOS = 5_000;
export const RUN_FIELDS = {
  ...FACTS_OF,
  ...({
    projectId: 1,
    type: 1,
    environmentId: 1,
    baseUrl: 1,
    status: 1,
    verdict: 1,
    scenarios: 1,
    summary: 1,
    part: 1,
    error: 1,
    extra: 1,
    branch: 1,
    createdAt: 1,
    finishedAt: 1,
  } as const),
} as const;
export type RunRow = Pick<Run, "_id" | keyof typeof RUN_FIELDS>;

/** What a project's health is computed from: runs on the main branch or without a branch, on one environment or all. */
export type HealthPlace = {
  project: Project;
  environmentId: string | null;
  /** Only one environment; null: the project's own address. */
  only?: { environmentId: string | null };
  without?: ReadonlySet<string>;
  /** Defaults to all pillars. */
  pillars?: readonly Pillar[];
};

export async function gatherHealth(ctx: OperationContext, place: HealthPlace): Promise<HealthInput> {
  const now = ctx.now().getTime();
  const scenarios = await scenariosOf(ctx.models, place.project._id, {
    declared: true,
    // Scenarios that only other branches visit do not count, because health is about the main branch.
    visitedFrom: null,
    fields: { label: 1 },
    by: "label",
    limit: MAX_SCENARIOS,
  });
  const features = await readyFeatures(ctx.models, place.project._id);
  const latest = await Promise.all(
    (place.pillars ?? PILLARS).map(async (pillar) => ({ pillar, rows: await latestRuns(ctx, pillar, place, now) })),
  );
  const covered = await factsOf(
    ctx.models,
    latest.flatMap(({ rows }) => rows),
    "covered",
  );
  const leftOpen: NonNullable<HealthInput["leftOpen"]> = {};
  for (const {
    pillar,
    rows: [newest],
  } of latest) {
    const left = newest && leftOpenWords(await leftOpenOf(ctx, newest, place.project));
    if (left) leftOpen[pillar] = left;
  }
  const runs: HealthInput["runs"] = {};
  for (const { pillar, rows } of latest) runs[pillar] = rows.map((row) => healthRun(row, covered.get(row._id) ?? []));
  const ready = features.map(({ featureId, name }) => ({ id: featureId, label: name }));
  const withFeatures = PILLARS.filter((pillar) => PILLAR_NEEDS[pillar] === "features");
  const places = Object.fromEntries(withFeatures.map((pillar) => [pillar, ready]));
  return { now, scenarios: scenarios.map(({ _id, label }) => ({ id: _id, label })), places, runs, leftOpen };
}

/** Returns the latest completed runs in the health window, newest first, both full and partial ones. */
export async function latestRuns(
  ctx: OperationContext,
  pillar: Pillar,
  place: HealthPlace,
  now: number,
): Promise<RunRow[]> {
  const type = TYPE_OF_PILLAR[pillar];
  if (type === null) return [];
  const { project, environmentId, only = {}, without } = place;
  const main = { project, environmentId, branch: project.mainBranch };
  const limit = MAX_RUNS + (without?.size ?? 0);
  const since = new Date(now - HEALTH_WINDOW.days * DAY_MS);
  const wanted = { status: "completed", since, only, limit, fields: RUN_FIELDS } as const;
  const found = await latestRunsOfType(ctx.models, main, type, wanted);
  // Any number of partial runs may be newer than the last full one.
  const isEnough = found.length < limit || found.filter((row) => !isPart(row)).length >= HEALTH_WINDOW.runs;
  const whole = isEnough
    ? []
    : await latestRunsOfType(ctx.models, main, type, { ...wanted, only: { ...only, whole: true } });
  const known = new Set(found.map(({ _id }) => _id));
  const rows = [...found, ...whole.filter(({ _id }) => !known.has(_id))].filter(({ _id }) => !without?.has(_id));
  // Limited separately, so that partial runs do not push full runs out of the window.
  const chosen = [true, false].flatMap((part) =>
    rows.filter((row) => isPart(row) === part).slice(0, HEALTH_WINDOW.runs),
  );
  return rows.filter((row) => chosen.includes(row));
}

/** When the run counts as done, in ms since 1970. */
export const timeOf = ({ finishedAt, createdAt }: Pick<Run, "finishedAt" | "createdAt">): number =>
  (finishedAt ?? createdAt).getTime();

/** `scenarioIds`: scenarios that the run covers; for an audit, the scenarios of its pages. */
function healthRun(run: RunRow, scenarioIds: string[]): HealthRun {
  const { conclusion, headline } = runSummary(run);
  return {
    runId: run._id,
    at: timeOf(run),
    score: scoreOf(run),
    part: isPart(run),
    failed: conclusion === "failed" ? headline : null,
    start: startingPointWords({ verdict: null, summary: run.summary }),
    scenarioIds,
  };
}

/** Returns the counts of a visual or functional run; null for any other run. */
export function countsOf(summary: Run["summary"]): Counts | null {
  if (summary === null || !("approved" in summary)) return null;
  const { total, passed, approved, noBaseline, errors } = summary;
  return { total, passed, approved, noBaseline, errors, pageErrors: pageErrorsOf(summary) };
}

const pageErrorsOf = (summary: object): number => (summary as { pageErrors?: number }).pageErrors ?? 0;

/** Returns what the gate needs to know about the pages of an audit, apart from its findings. */
export function auditedPart({
  summary,
  extra,
}: Pick<Run, "summary" | "extra">): Pick<AuditedRun, "pages" | "scoreLocked"> {
  if (summary === null || !("bySeverity" in summary)) return {};
  const { pages, notMeasured } = summary;
  const options = extra?.options as { lighthouseScore?: boolean } | undefined;
  return {
    pages: { total: pages, notMeasured, errors: pageErrorsOf(summary) },
    // The plan did not include the score when the run was planned.
    ...(summary.score === null && options?.lighthouseScore === false && { scoreLocked: true }),
  };
}
