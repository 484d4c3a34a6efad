// The plans, smallest first. A larger one holds all that a smaller one does.

export const PLANS = ["free", "hobby", "team", "enterprise"] as const;
export type PlanName = (typeof PLANS)[number];
