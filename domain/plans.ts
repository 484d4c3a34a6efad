// Plans: their quotas and the pillars and features they unlock. `null` means no limit.
import { PILLARS, type Pillar } from "./audit/pillars.ts";
import type { FeatureDeclaration } from "./pillars/declaration.ts";
import { byPillar, type FeatureOf, featuresOfPlan, pillarsOfPlan } from "./pillars/derive.ts";
import { DECLARED_PILLARS } from "./pillars/index.ts";
import { PLANS, type PlanName } from "./planNames.ts";
import { capital } from "./text.ts";

export { PLANS, type PlanName };

/** Features of pillars that a plan may lack. A run is accepted without them. */
export type Feature = FeatureOf<typeof DECLARED_PILLARS>;

/** The features of each pillar that a plan may lack. */
export const PILLAR_FEATURES: Readonly<Record<Pillar, readonly FeatureDeclaration[]>> = byPillar(
  DECLARED_PILLARS,
  ({ features }) => features,
);

/** Snapshots are the screenshots of visual and baseline runs in a calendar month (UTC). Audits use none. */
export type PlanLimits = {
  projects: number | null;
  /** Runs that have not ended; a full audit counts as one. */
  openRuns: number;
  /** Screenshots and audited pages that open runs still have to process. */
  queuedShots: number;
  scenarios: number | null;
  snapshotsPerMonth: number | null;
  pagesPerCrawl: number | null;
  mutatingTools: boolean;
  pillars: readonly Pillar[];
  features: readonly Feature[];
};

type Quotas = Omit<PlanLimits, "pillars" | "features">;

const QUOTAS: Record<PlanName, Quotas> = {
  free: {
    projects: 20,
    openRuns: 100,
    queuedShots: 10_000,
    scenarios: 10,
    snapshotsPerMonth: 1_000,
    pagesPerCrawl: 50,
    mutatingTools: false,
  },
  hobby: {
    projects: 100,
    openRuns: 200,
    queuedShots: 50_000,
    scenarios: 50,
    snapshotsPerMonth: 10_000,
    pagesPerCrawl: 500,
    mutatingTools: true,
  },
  team: {
    projects: 1_000,
    openRuns: 500,
    queuedShots: 100_000,
    scenarios: 500,
    snapshotsPerMonth: 200_000,
    pagesPerCrawl: 5_000,
    mutatingTools: true,
  },
  enterprise: {
    projects: null,
    openRuns: 2_000,
    queuedShots: 500_000,
    scenarios: null,
    snapshotsPerMonth: null,
    pagesPerCrawl: null,
    mutatingTools: true,
  },
};

const limitsOf = (plan: PlanName): PlanLimits => ({
  ...QUOTAS[plan],
  pillars: pillarsOfPlan(DECLARED_PILLARS, plan),
  features: featuresOfPlan(DECLARED_PILLARS, plan),
});

/** Quotas of each plan, and the pillars and features that it unlocks as the pillars declare them. */
export const PLAN_LIMITS: Readonly<Record<PlanName, PlanLimits>> = {
  free: limitsOf("free"),
  hobby: limitsOf("hobby"),
  team: limitsOf("team"),
  enterprise: limitsOf("enterprise"),
};

/** Returns the plans that unlock a pillar, cheapest first, for the refusal message. */
export function plansWith(pillar: Pillar): PlanName[] {
  return PLANS.filter((plan) => PLAN_LIMITS[plan].pillars.includes(pillar));
}

/**
 * Decides which of the wished pillars run and why the others do not. Wished pillars that the plan does not unlock are refused; without a
 * wish, all unlocked and available pillars run.
 */
export function choosePillars(
  plan: PlanName,
  available: readonly Pillar[],
  wished: readonly Pillar[] | undefined,
): { run: Pillar[]; skipped: { pillar: Pillar; reason: "locked" | "unavailable" }[]; refused: Pillar[] } {
  const unlocked = PLAN_LIMITS[plan].pillars;
  const candidates = wished === undefined ? [...PILLARS] : [...new Set(wished)];
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

/** Returns the names of features as people read them: "Accessibility budgets". */
export const featuresInWords = (features: readonly Feature[]): string[] => {
  const all = Object.values(PILLAR_FEATURES).flat();
  return features.map((feature) => capital(all.find(({ name }) => name === feature)?.what ?? feature));
};
