// Plans and their quotas: one table. `null` = no limit.

export const PLANS = ["free", "hobby", "team", "enterprise"] as const;
export type PlanName = (typeof PLANS)[number];

/** Snapshots are shots of visual and baseline runs in a calendar month (UTC). */
export type PlanLimits = { scenarios: number | null; snapshotsPerMonth: number | null; mutatingTools: boolean };

export const PLAN_LIMITS: Record<PlanName, PlanLimits> = {
  free: { scenarios: 10, snapshotsPerMonth: 1_000, mutatingTools: false },
  hobby: { scenarios: 50, snapshotsPerMonth: 10_000, mutatingTools: true },
  team: { scenarios: 500, snapshotsPerMonth: 200_000, mutatingTools: true },
  enterprise: { scenarios: null, snapshotsPerMonth: null, mutatingTools: true },
};
