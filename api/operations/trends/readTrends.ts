// Trends of a pillar over its runs: scores and findings of each run and, for performance, every metric by page and device.
import type { Severity } from "../../../domain/audit/finding.ts";
import { HAS_METRICS, type Pillar } from "../../../domain/audit/pillars.ts";
import { brokenBudgetsOf, budgetWords } from "../../../domain/pillars/perf/budgetWords.ts";
import { GOOD_UP_TO, POOR_FROM } from "../../../domain/pillars/perf/checks/metrics.ts";
import { FORM_FACTORS, type FormFactor, METRICS, type Metric } from "../../../domain/pillars/perf/measurements.ts";
import { CAUSE_RULES, causesOf } from "../../../domain/pillars/perf/metricCauses.ts";
import { isPart } from "../../../domain/runs/part.ts";
import { scoreOf } from "../../../domain/runs/score.ts";
import { METRIC_WORDS } from "../../../domain/words/units.ts";
import { eachReportedFinding } from "../../../models/findings/queries.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import { FACTS_OF, factsOf } from "../../../models/runFacts/queries.ts";
import { latestRunsOfType } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import type { Place } from "../projects/place.ts";
import { runTypeOf } from "../reports/pillarReport.ts";

const DAY_MS = 86_400_000;
const MAX_RUNS = 60;
/** Maximum number of runs whose pages are read, and of pages per run that get lines. */
const MAX_MEASURED = 30;
const MAX_PAGES = 40;

const FIELDS = {
  ...FACTS_OF,
  scenarios: 1,
  status: 1,
  verdict: 1,
  summary: 1,
  branch: 1,
  commitSha: 1,
  commitMessage: 1,
  finishedAt: 1,
  perfBudgets: 1,
  extra: 1,
} as const;
type Row = Pick<Run, "_id" | "createdAt" | keyof typeof FIELDS>;

export type TrendPoint = { runId: string; at: string; value: number; low: number; high: number };
export type TrendMetric = {
  metric: Metric;
  name: string;
  unit: "ms" | "";
  /** Budget of the newest run that had one. */
  budget: number | null;
  /** By device: good up to `good`, poor from `poor`. */
  bands: Record<FormFactor, { good: number; poor: number }>;
  /** Budget that the newest run exceeds, as a phrase; null if it meets it or has none. */
  broken: string | null;
  /** Findings of the newest run that explain why the metric is slow. */
  because: { message: string; page: string; fingerprint: string }[];
  lines: { page: string; device: FormFactor; points: TrendPoint[] }[];
};

/** Returns completed runs of the environment and branch (the main branch by default), oldest first. */
export async function readTrends(
  ctx: OperationContext,
  caller: Caller,
  { project, environment, branch }: Place,
  { pillar, days }: { pillar: Pillar; days: number },
) {
  requireReadRight(caller);
  const place = { project, environmentId: environment?._id ?? null, branch: branch ?? project.mainBranch };
  const newest: Row[] = await latestRunsOfType(ctx.models, place, runTypeOf(pillar), {
    status: "completed",
    since: new Date(ctx.now().getTime() - days * DAY_MS),
    limit: MAX_RUNS,
    fields: FIELDS,
  });
  const runs = newest.toReversed();
  return {
    pillar,
    days,
    runs: runs.map(runPoint),
    metrics: HAS_METRICS[pillar] ? await metricsOf(ctx, runs.slice(-MAX_MEASURED)) : [],
  };
}

const timeOf = (run: Row): string => (run.finishedAt ?? run.createdAt).toISOString();

function runPoint(run: Row) {
  const { _id, verdict, summary, branch, commitSha, commitMessage } = run;
  const figures = (summary ?? {}) as { bySeverity?: Record<Severity, number>; new?: number; fixed?: number };
  return {
    runId: _id,
    at: timeOf(run),
    verdict,
    score: isPart(run) ? null : scoreOf(run),
    branch,
    commitSha,
    commitMessage: commitMessage ?? null,
    device: deviceOf(run),
    bySeverity: figures.bySeverity ?? null,
    new: figures.new ?? null,
    fixed: figures.fixed ?? null,
  };
}

export const deviceOf = ({ extra }: Pick<Run, "extra">): FormFactor => {
  const wanted = (extra?.options as { formFactor?: unknown } | undefined)?.formFactor;
  return FORM_FACTORS.find((one) => one === wanted) ?? "mobile";
};

async function metricsOf({ models }: OperationContext, runs: readonly Row[]): Promise<TrendMetric[]> {
  const facts = await factsOf(models, runs, "metrics");
  const measured = runs.map((run) => ({ run, pages: facts.get(run._id)?.slice(0, MAX_PAGES) ?? [] }));
  const budgets = runs.findLast(({ perfBudgets }) => perfBudgets !== null)?.perfBudgets ?? {};
  const newest = runs.at(-1);
  const broken = newest ? brokenBudgetsOf(newest) : [];
  const found = newest ? await causesIn(models, newest._id) : [];
  return METRICS.map((metric) => {
    const lines = new Map<string, TrendMetric["lines"][number]>();
    for (const { run, pages } of measured)
      for (const { key, metrics } of pages) {
        const value = metrics[metric];
        if (typeof value !== "number") continue;
        const name = `${deviceOf(run)} ${key}`;
        const line = lines.get(name) ?? { page: key, device: deviceOf(run), points: [] };
        if (lines.size >= MAX_PAGES && !lines.has(name)) continue;
        const [low, high] = [metrics[`${metric}Min`] ?? value, metrics[`${metric}Max`] ?? value];
        line.points.push({ runId: run._id, at: timeOf(run), value, low, high });
        lines.set(name, line);
      }
    return {
      metric,
      name: METRIC_WORDS[metric].name,
      unit: METRIC_WORDS[metric].unit,
      budget: budgets[metric] ?? null,
      bands: bandsOf(metric),
      broken: broken.filter(({ figure }) => figure === metric).map((one) => `${budgetWords(one, null)}.`)[0] ?? null,
      because: causesOf(metric, found).map(({ message, page, fingerprint }) => ({ message, page, fingerprint })),
      lines: [...lines.values()],
    };
  });
}

const bandsOf = (metric: Metric): TrendMetric["bands"] => ({
  mobile: { good: GOOD_UP_TO[metric].mobile, poor: POOR_FROM[metric].mobile },
  desktop: { good: GOOD_UP_TO[metric].desktop, poor: POOR_FROM[metric].desktop },
});

const CAUSE_FIELDS = { rule: 1, outcome: 1, message: 1, page: 1, fingerprint: 1 } as const;

/** Returns the findings of a run that explain why a metric is slow, in the order of the report. */
async function causesIn(models: OperationContext["models"], runId: string) {
  const found: Pick<FindingRecord, keyof typeof CAUSE_FIELDS>[] = [];
  const wanted = { outcomes: ["failed", "warning"], fields: CAUSE_FIELDS } as const;
  await eachReportedFinding(models, runId, wanted, (one) => void (CAUSE_RULES.has(one.rule) && found.push(one)));
  return found;
}
