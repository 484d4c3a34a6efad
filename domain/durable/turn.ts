// Whose turn of the workers work takes, and what goes before what. Temporal orders by the priority first, and shares by weight
// among the fairness keys of one priority.
import type { PlanName } from "../planNames.ts";

/**
 * Temporal's priority keys, the smallest first. 3 is its own default: of jobs, and of work that an earlier version started.
 * `looked`: somebody sits before it. `asked`: a pull request, a push or a person started it. `scheduled`: a time of day did.
 * `recompared`: pictures that are there already are judged again.
 */
export const PRIORITIES = { looked: 1, asked: 2, scheduled: 4, recompared: 5 } as const;
export type Urgency = keyof typeof PRIORITIES;

/** What an organisation's projects have of the workers together, beside those of others. */
const PLAN_WEIGHTS: Record<PlanName, number> = { free: 1, hobby: 2, team: 4, enterprise: 8 };

/** Temporal takes weights from 0.001 to 1,000. */
const MIN_WEIGHT = 0.001;

/** `weight`: 1 when left out. */
export type Turn = { projectId: string; weight?: number; urgency?: Urgency };

/** A project's weight: its organisation's, shared by the projects that have open runs, this one included. */
export function weightOf(plan: PlanName, openProjects: number): number {
  const weight = PLAN_WEIGHTS[plan] / Math.max(1, openProjects);
  return Math.max(MIN_WEIGHT, Math.round(weight * 1_000) / 1_000);
}

/** As activities and workflows are given it. */
export const turnOf = ({ projectId, weight, urgency }: Turn) => ({
  fairnessKey: projectId,
  ...(weight !== undefined && { fairnessWeight: weight }),
  ...(urgency !== undefined && { priorityKey: PRIORITIES[urgency] }),
});

/** Runs that a time of day started go after those that somebody waits for. */
export const urgencyOf = ({ scheduled }: { scheduled?: boolean | null }): Urgency =>
  scheduled === true ? "scheduled" : "asked";
