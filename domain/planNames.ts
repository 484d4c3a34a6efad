// The plans, smallest first. A larger plan includes everything in the smaller ones.

export const PLANS = ["free", "hobby", "team", "enterprise"] as const;
export type PlanName = (typeof PLANS)[number];
