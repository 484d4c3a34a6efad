// Health of a site: rolling figures over the latest runs, never a single run.

import { PILLAR_NAME, PILLAR_NEEDS, PILLARS, type Pillar } from "../audit/pillars.ts";
import { plural } from "../text.ts";
import { oneDecimal } from "./figures.ts";
import { qualityScore } from "./qualityScore.ts";
import { noiseOf, slopeOf, weightedMedian } from "./statistics.ts";
import type { HealthInput, HealthReason, HealthRun, PillarHealth, SiteHealth, Trend } from "./types.ts";

/** The window of runs that health covers. */
export const HEALTH_WINDOW = { runs: 10, days: 30, halfLifeDays: 14 } as const;
/** Minimum number of runs, minimum coverage and maximum noise for each level of confidence. */
export const CONFIDENCE = {
  high: { runs: 5, coverage: 0.8, noise: 5 },
  medium: { runs: 3, coverage: 0.5, noise: 10 },
} as const;

const DAY_MS = 86_400_000;
const MAX_LABELS = 50;
/** Coverage below this share of scenarios is mentioned in the reasons. */
const THIN_COVERAGE = 0.5;

/** The place that is audited in a project without scenarios. */
const BASE_ADDRESS = [{ id: "", label: "The base address" }];

/** Returns the health of all pillars in the order of the contract, including those without data. */
export function siteHealth(input: HealthInput): SiteHealth {
  const pillars = PILLARS.map((pillar) => pillarHealth(pillar, input));
  const { score, table, reasons } = qualityScore(pillars);
  const said = [...failedRemarks(pillars), ...startRemarks(input), ...pillars.flatMap((pillar) => remarks(pillar))];
  return { pillars, score, weights: table, reasons: [...reasons, ...said] };
}

/** A score over many runs stays high even if the newest run failed, so the failure is always reported with it. */
function failedRemarks(pillars: readonly PillarHealth[]): HealthReason[] {
  return pillars.flatMap((one) => {
    if (one.newestFailed === null) return [];
    const { pillar, score, newestFailed } = one;
    return [
      {
        code: "newest_failed",
        message: `${scoreInWords(one)}.`,
        data: { pillar, score, runId: newestFailed.runId },
      },
    ];
  });
}

/** Returns "Functional: 100, but the newest run failed: 2 of 8 scenarios failed". */
export function scoreInWords({
  pillar,
  score,
  newestFailed,
}: Pick<PillarHealth, "pillar" | "score"> & Partial<Pick<PillarHealth, "newestFailed">>): string {
  const name = PILLAR_NAME[pillar];
  const said = score === null ? `${name}: no score yet` : `${name}: ${score}`;
  if (!newestFailed) return said;
  return `${said}, but ${newestFailed.older ? "" : "the newest run failed: "}${newestFailed.what}`;
}

/** Reasons for pillars whose newest run is their first: the score is then no judgement of its findings. */
function startRemarks({ runs }: HealthInput): HealthReason[] {
  return PILLARS.flatMap((pillar) => {
    const newest = [...(runs[pillar] ?? [])].sort((a, b) => b.at - a.at)[0];
    if (!newest?.start) return [];
    const message = `${PILLAR_NAME[pillar]} is at its ${newest.start}; there is no earlier run to compare with.`;
    return [{ code: "starting_point", message, data: { pillar, runId: newest.runId } }];
  });
}

/**
 * Returns the weighted median of the latest 10 runs within 30 days. A run's weight is its coverage: the share of the current scenarios
 * that it audited, halved for every 14 days of its age. Partial runs, and runs that cover less than half as much as the widest one, do not
 * count if there are full runs, because a few pages that pass say nothing about the others.
 */
export function pillarHealth(pillar: Pillar, input: HealthInput): PillarHealth {
  const own = input.places?.[pillar];
  const places = own ?? (input.scenarios.length > 0 ? input.scenarios : BASE_ADDRESS);
  const covered = new Map((input.runs[pillar] ?? []).map(({ runId, scenarioIds }) => [runId, new Set(scenarioIds)]));
  const covers = ({ runId }: HealthRun, id: string) => places === BASE_ADDRESS || covered.get(runId)?.has(id) === true;
  const freshness = (run: HealthRun) => 0.5 ** (Math.max(0, input.now - run.at) / DAY_MS / HEALTH_WINDOW.halfLifeDays);
  const runs = (input.runs[pillar] ?? [])
    .flatMap((run) => (run.score === null ? [] : [{ ...run, score: run.score }]))
    .filter((run) => input.now - run.at <= HEALTH_WINDOW.days * DAY_MS && places.some(({ id }) => covers(run, id)))
    .sort((a, b) => b.at - a.at);

  const share = (run: HealthRun) => places.filter(({ id }) => covers(run, id)).length / places.length;
  const whole = runs.some(({ part }) => !part) ? runs.filter(({ part }) => !part) : runs;
  const widest = Math.max(0, ...whole.map(share));
  const wide = whole.filter((run) => share(run) >= widest / 2).slice(0, HEALTH_WINDOW.runs);
  const score = weightedMedian(wide.map((run) => ({ value: run.score, weight: share(run) * freshness(run) })));
  // Runs are sorted newest first, so the first run that covers a place is its last audit.
  const lastAudits = places.map((place) => ({ place, run: runs.find((run) => covers(run, place.id)) }));
  const coverage = lastAudits.reduce((sum, { run }) => sum + (run ? freshness(run) : 0), 0) / places.length;
  const notCovered = lastAudits.filter(({ run }) => !run).map(({ place }) => place.label);
  const noise = noiseOf(wide.map((run) => run.score));
  return {
    pillar,
    score: score === null ? null : oneDecimal(score),
    coverage: places.length === 0 ? 0 : Math.round(coverage * 1000) / 1000,
    trend: trendOf(wide, noise),
    confidence: confidenceOf(wide.length, coverage, noise),
    noise: noise === null ? null : oneDecimal(noise),
    runs: wide.length,
    newestFailed: failureOf(input.runs[pillar], input.leftOpen?.[pillar]),
    lastRunAt: runs[0] ? new Date(runs[0].at).toISOString() : null,
    notCovered: notCovered.slice(0, MAX_LABELS),
    notCoveredCount: notCovered.length,
  };
}

/** Returns the newest run if it failed, or what it did not cover and older runs left failed. */
function failureOf(runs: readonly HealthRun[] = [], leftOpen?: string): PillarHealth["newestFailed"] {
  const newest = runs.toSorted((a, b) => b.at - a.at)[0];
  if (newest?.failed) return { runId: newest.runId, what: newest.failed };
  return newest && leftOpen ? { runId: newest.runId, what: leftOpen, older: true } : null;
}

/** Needs at least three runs over at least a day, because a slope over minutes says nothing about days. */
export function trendOf(runs: readonly { at: number; score: number }[], noise: number | null): Trend {
  const times = runs.map(({ at }) => at / DAY_MS);
  const span = Math.max(0, ...times) - Math.min(...times);
  const slope = slopeOf(runs.map(({ at, score }) => ({ at: at / DAY_MS, value: score })));
  const over = plural(runs.length, "run");
  const within = `in ${HEALTH_WINDOW.days} days`;
  if (runs.length < 3 || span < 1 || slope === null)
    return {
      perDay: null,
      direction: "unknown",
      sentence:
        runs.length === 0
          ? `No run with a score ${within}: start one.`
          : runs.length < 3
            ? `${over} ${within}: too few for a trend, which takes 3.`
            : `${over} within one day: too close together for a trend.`,
    };
  const perDay = Math.round(slope * 100) / 100;
  const days = plural(Math.round(span), "day");
  // A change over the whole span that is within the normal variation between runs is no trend.
  if (perDay === 0 || Math.abs(slope * span) <= (noise ?? 0))
    return { perDay, direction: "steady", sentence: `Steady over ${over} in ${days}.` };
  const direction = slope > 0 ? "rising" : "falling";
  const verb = slope > 0 ? "Rising" : "Falling";
  const by = Math.abs(perDay);
  return {
    perDay,
    direction,
    sentence: `${verb} by ${by} ${by === 1 ? "point" : "points"} a day over ${over} in ${days}.`,
  };
}

function confidenceOf(runs: number, coverage: number, noise: number | null): PillarHealth["confidence"] {
  for (const level of ["high", "medium"] as const) {
    const needed = CONFIDENCE[level];
    if (runs >= needed.runs && coverage >= needed.coverage && noise !== null && noise <= needed.noise) return level;
  }
  return "low";
}

function thinSentence({ pillar, coverage, notCoveredCount }: PillarHealth): string {
  const [place, run] = PILLAR_NEEDS[pillar] === "features" ? ["feature", "run"] : ["scenario", "audit"];
  const never =
    notCoveredCount === 0
      ? ""
      : `; ${plural(notCoveredCount, `${place} has`, `${place}s have`)} no ${run} in ${HEALTH_WINDOW.days} days`;
  return `${PILLAR_NAME[pillar]} is based on ${Math.round(coverage * 100)} % of the ${place}s, older ${run}s count less${never}.`;
}

function remarks(health: PillarHealth): HealthReason[] {
  const { pillar, score, coverage, runs, noise, notCoveredCount } = health;
  if (score === null) return [];
  const name = PILLAR_NAME[pillar];
  const said: HealthReason[] = [];
  if (coverage < THIN_COVERAGE)
    said.push({
      code: "thin_coverage",
      message: thinSentence(health),
      data: { pillar, coverage, notCovered: notCoveredCount },
    });
  if (runs < CONFIDENCE.medium.runs)
    said.push({
      code: "few_runs",
      message: `${name} is based on ${plural(runs, "run")}; with ${CONFIDENCE.medium.runs} runs its noise and trend are known.`,
      data: { pillar, runs },
    });
  if (noise !== null && noise > CONFIDENCE.medium.noise)
    said.push({
      code: "noisy",
      message: `${name} differs by ${noise} points from run to run, so a single run means little.`,
      data: { pillar, noise },
    });
  return said;
}
