// Computes the facts of a completed run from its parts.
import { HAS_METRICS, PILLAR_PARTS } from "../../domain/audit/pillars.ts";
import { given } from "../../domain/given.ts";
import { METRICS } from "../../domain/pillars/perf/measurements.ts";
import { pillarOf, shotKindOf } from "../../domain/runTypes.ts";
import type { PillarParts } from "../../domain/words/pillars.ts";
import type { AuditPageRecord } from "../auditPages/schema.ts";
import type { Models } from "../index.ts";
import { eachInTurns, readInTurns } from "../lib/readInTurns.ts";
import { withUnrecorded } from "../runs/recorded.ts";
import type { Run } from "../runs/schema.ts";
import { scenariosOfRun } from "../scenarioRuns/ofRun.ts";
import type { Shot } from "../shots/schema.ts";
import type { FactName, PageMetrics, RunFacts, SeenShot } from "./schema.ts";

/** Maximum number of parts read per run. */
const MAX_PARTS = 5_000;
/** Number of digits of an artifact's id that are enough to tell baselines apart. */
const BASELINE_DIGITS = 24;

export type CountedRun = Pick<Run, "_id" | "type">;

/** Returns every kind of facts that runs of this type have. */
export function countFacts(models: Models, run: CountedRun): Promise<Partial<RunFacts>> {
  const pillar = countedPillar(run);
  if (pillar === null) return Promise.resolve({});
  return COUNTERS[PILLAR_PARTS[pillar]](models, run._id, HAS_METRICS[pillar]);
}

/** Returns whether runs of this type have this kind of facts, so that facts that never exist are not computed again and again. */
export function hasFacts(run: Pick<CountedRun, "type">, name: FactName): boolean {
  const pillar = countedPillar(run);
  if (pillar === null || (name === "metrics" && !HAS_METRICS[pillar])) return false;
  return FACTS[PILLAR_PARTS[pillar]].includes(name);
}

const FACTS: Record<PillarParts, readonly FactName[]> = {
  shots: ["covered", "seen"],
  scenarios: ["covered", "pages"],
  pages: ["covered", "pages", "metrics"],
};

const countedPillar = ({ type }: Pick<CountedRun, "type">) => (shotKindOf(type) === "baseline" ? null : pillarOf(type));

type Counter = (models: Models, runId: string, hasMetrics: boolean) => Promise<Partial<RunFacts>>;
const COUNTERS: Record<PillarParts, Counter> = { shots: countShots, scenarios: countScenarios, pages: countPages };

const SHOT_FIELDS = {
  scenarioId: 1,
  selector: 1,
  viewport: 1,
  browser: 1,
  mode: 1,
  status: 1,
  flaky: 1,
  carriedFrom: 1,
  "reasons.code": 1,
  "review.decision": 1,
  "baseline.artifactId": 1,
} as const;

async function countShots(models: Models, runId: string): Promise<Partial<RunFacts>> {
  const covered = new Set<string>();
  const seen: SeenShot[] = [];
  const reading = { fields: SHOT_FIELDS, sort: { index: 1 }, limit: MAX_PARTS } as const;
  const shots = await readInTurns<Shot>(models.shots, { runId }, reading);
  for (const shot of await withUnrecorded(models, shots)) {
    const { scenarioId, selector, viewport, browser, mode, status } = shot;
    if (status === "pending") continue;
    if (status !== "error") covered.add(scenarioId);
    // A result that was decided by another run belongs to that run, which has facts if it completed.
    if (shot.carriedFrom) continue;
    const baseline = shot.baseline?.artifactId.slice(0, BASELINE_DIGITS) ?? null;
    const place = { scenarioId, selector, viewport, browser, ...given({ mode }) };
    seen.push({ ...place, baseline, failed: failedOf(shot), unstable: shot.flaky });
  }
  return { covered: [...covered], seen };
}

/** Approved or ignored results count as different; a first screenshot or an error was compared with nothing, so it returns null. */
function failedOf({ status, reasons, review }: Shot): boolean | null {
  if (status === "error" || reasons.some(({ code }) => code === "no_baseline")) return null;
  const isIgnored = review?.decision === "ignored" || reasons.some(({ code }) => code === "ignored_change");
  return status !== "passed" || isIgnored;
}

async function countScenarios(models: Models, runId: string): Promise<Partial<RunFacts>> {
  const scenarios = await scenariosOfRun(models, runId);
  const judged = scenarios.filter(({ status }) => status !== "pending" && status !== "error");
  const keys = new Set(scenarios.flatMap(({ pages }) => pages ?? []));
  return {
    covered: [...new Set(judged.map(({ featureId }) => featureId))],
    pages: [...keys].map((key) => ({ key, reason: null })),
  };
}

const PAGE_FIELDS = { index: 1, key: 1, status: 1, reason: 1, scenarioIds: 1, metrics: 1 } as const;
const KEPT_METRICS = METRICS.flatMap((metric) => [metric, `${metric}Min`, `${metric}Max`] as const);

async function countPages(models: Models, runId: string, hasMetrics: boolean): Promise<Partial<RunFacts>> {
  const covered = new Set<string>();
  const pages: RunFacts["pages"] = [];
  const metrics: PageMetrics[] = [];
  const reading = { fields: PAGE_FIELDS, sort: { index: 1 }, limit: MAX_PARTS } as const;
  await eachInTurns<AuditPageRecord>(models.auditPages, { runId }, reading, (part) => {
    if (part.status === "passed" || part.status === "failed") for (const id of part.scenarioIds) covered.add(id);
    // Parts with an index below 0 are about the whole site.
    if (part.index < 0) return;
    pages.push({
      key: part.key,
      reason: part.status === "not_measured" ? (part.reason ?? "no reason was stored") : null,
    });
    if (hasMetrics) metrics.push({ key: part.key, metrics: metricsOf(part) });
  });
  return { covered: [...covered], pages, ...(hasMetrics && { metrics }) };
}

function metricsOf({ metrics }: Pick<AuditPageRecord, "metrics">): PageMetrics["metrics"] {
  return Object.fromEntries(KEPT_METRICS.flatMap((name) => (name in metrics ? [[name, metrics[name] ?? null]] : [])));
}
