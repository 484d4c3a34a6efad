// Plans: their quotas, and the pillars and parts of pillars they unlock. One table; `null` = no limit.
import type { Pillar } from "./audit/pillars.ts";

export const PLANS = ["free", "hobby", "team", "enterprise"] as const;
export type PlanName = (typeof PLANS)[number];

/** Parts of pillars that a plan may lack; a run is accepted all the same and goes without them. */
export const FEATURES = ["lighthouseScores", "cveScan", "a11yBudgets"] as const;
export type Feature = (typeof FEATURES)[number];

/** Snapshots are shots of visual and baseline runs in a calendar month (UTC); audits use none. */
export type PlanLimits = {
  scenarios: number | null;
  snapshotsPerMonth: number | null;
  pagesPerCrawl: number | null;
  mutatingTools: boolean;
  pillars: readonly Pillar[];
  features: readonly Feature[];
};

const BASIC = ["visual", "functional", "a11y", "perf", "seo"] as const;
const ALL = [...BASIC, "security", "tracking", "privacy"] as const;

export const PLAN_LIMITS: Record<PlanName, PlanLimits> = {
  free: {
    scenarios: 10,
    snapshotsPerMonth: 1_000,
    pagesPerCrawl: 50,
    mutatingTools: false,
    pillars: BASIC,
    features: [],
  },
  hobby: {
    scenarios: 50,
    snapshotsPerMonth: 10_000,
    pagesPerCrawl: 500,
    mutatingTools: true,
    pillars: [...BASIC, "security", "tracking"],
    features: ["lighthouseScores"],
  },
  team: {
    scenarios: 500,
    snapshotsPerMonth: 200_000,
    pagesPerCrawl: 5_000,
    mutatingTools: true,
    pillars: ALL,
    features: FEATURES,
  },
  enterprise: {
    scenarios: null,
    snapshotsPerMonth: null,
    pagesPerCrawl: null,
    mutatingTools: true,
    pillars: ALL,
    features: FEATURES,
  },
};

/** The plans that unlock a pillar, cheapest first: for the sentence of a refusal. */
export function plansWith(pillar: Pillar): PlanName[] {
  return PLANS.filter((plan) => PLAN_LIMITS[plan].pillars.includes(pillar));
}

/** Which of the wished pillars run, and why the others do not. A wished pillar must be unlocked; without a wish all that are run. */
export function choosePillars(
  plan: PlanName,
  available: readonly Pillar[],
  wished: readonly Pillar[] | undefined,
): { run: Pillar[]; skipped: { pillar: Pillar; reason: "locked" | "unavailable" }[]; refused: Pillar[] } {
  const unlocked = PLAN_LIMITS[plan].pillars;
  const candidates = wished === undefined ? [...ALL] : [...new Set(wished)];
  const run = candidates.filter((p) => unlocked.includes(p) && available.includes(p));
  const refused = wished === undefined ? [] : candidates.filter((p) => !unlocked.includes(p));
  const skipped = candidates
    .filter((p) => !run.includes(p) && !refused.includes(p))
    .map((pillar) => ({
      pillar,
      reason: unlocked.includes(pillar) ? ("unavailable" as const) : ("locked" as const),
    }));
  return { run, skipped, refused };
}
