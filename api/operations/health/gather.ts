// Gathers what the health of a project is computed from.
import { PILLAR_NEEDS, PILLARS, type Pillar } from "../../../domain/audit/pillars.ts";
import { startingPointWords } from "../../../domain/audit/startingPoint.ts";
import type { AuditedRun, Counts } from "../../../domain/health/gateTypes.ts";
import { leftOpenWords } from "../../../domain/health/leftOpen.ts";
import type { HealthInput, HealthRun } from "../../../domain/health/types.ts";
import { isPart } from "../../../domain/runs/part.ts";
import { runSummary } from "../../../domain/runs/runSummary.ts";
import { scoreOf } from "../../../domain/runs/score.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { OperationContext } from "../../lib/context.ts";
import { countedRuns, type HealthScope, type RunRow, timeOf } from "./healthRuns.ts";
import { type ProjectReads, readsOf } from "./projectReads.ts";

/** What a project's health is computed from. `without`: runs that do not count, at most one per pillar. */
export type HealthPlace = HealthScope & {
  without?: ReadonlySet<string>;
  /** Defaults to all pillars. */
  pillars?: readonly Pillar[];
};

/** `reads`: of the project, if the request reads more of it. */
export async function gatherHealth(
  ctx: OperationContext,
  { project, environmentId, without, pillars = PILLARS }: HealthPlace,
  reads: ProjectReads = readsOf(ctx, project),
): Promise<HealthInput> {
  const now = ctx.now().getTime();
  const scenarios = await reads.scenarios();
  const features = await reads.features();
  const latest = await Promise.all(
    pillars.map(async (pillar) => ({
      pillar,
      rows: countedRuns(await reads.runs({ pillar, environmentId }), without),
    })),
  );
  const covered = await reads.covered(latest.flatMap(({ rows }) => rows));
  const leftOpen: NonNullable<HealthInput["leftOpen"]> = {};
  for (const {
    pillar,
    rows: [newest],
  } of latest) {
    const left = newest && leftOpenWords(await reads.leftOpen(newest));
    if (left) leftOpen[pillar] = left;
  }
  const runs: HealthInput["runs"] = {};
  for (const { pillar, rows } of latest) runs[pillar] = rows.map((row) => healthRun(row, covered.get(row._id) ?? []));
  const ready = features.map(({ featureId, name }) => ({ id: featureId, label: name }));
  const withFeatures = PILLARS.filter((pillar) => PILLAR_NEEDS[pillar] === "features");
  const places = Object.fromEntries(withFeatures.map((pillar) => [pillar, ready]));
  return { now, scenarios: scenarios.map(({ _id, label }) => ({ id: _id, label })), places, runs, leftOpen };
}

/** `scenarioIds`: scenarios that the run covers; for an audit, the scenarios of its pages. */
function healthRun(run: RunRow, scenarioIds: readonly string[]): HealthRun {
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
