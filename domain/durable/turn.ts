// Priority of work, and its share of the workers. Temporal orders by priority first, and shares by weight among the fairness keys of one
// priority.
import type { PlanName } from "../planNames.ts";

/**
 * Temporal's priority keys; smaller ones go first. 3 is Temporal's default, used for jobs and for work that an earlier version started.
 * `looked`: somebody is waiting at the screen. `asked`: started by a pull request, a push or a person. `scheduled`: started by a schedule.
 * `recompared`: existing screenshots are compared again.
 */
export const PRIORITIES = { looked: 1, asked: 2, scheduled: 4, recompared: 5 } as const;
export type Urgency = keyof typeof PRIORITIES;

/** Relative share of the workers that all projects of an organisation get together, by plan. */
const PLAN_WEIGHTS: Record<PlanName, number> = { free: 1, hobby: 2, team: 4, enterprise: 8 };

/** Temporal accepts weights from 0.001 to 1,000. */
const MIN_WEIGHT = 0.001;

/** `weight`: 1 if omitted. */
export type Turn = { projectId: string; weight?: number; urgency?: Urgency };

/** Returns a project's weight: its organisation's weight divided by the number of projects with open runs, including this one. */
export function weightOf(plan: PlanName, openProjects: number): number {
  const weight = PLAN_WEIGHTS[plan] / Math.max(1, openProjects);
  return Math.max(MIN_WEIGHT, Math.round(weight * 1_000) / 1_000);
}

/** Returns the priority options for activities and workflows. */
export const turnOf = ({ projectId, weight, urgency }: Turn) => ({
  fairnessKey: projectId,
  ...(weight !== undefined && { fairnessWeight: weight }),
  ...(urgency !== undefined && { priorityKey: PRIORITIES[urgency] }),
});

/** Returns the urgency of a run. Scheduled runs go after runs that somebody waits for. */
export const urgencyOf = ({ scheduled }: { scheduled?: boolean | null }): Urgency =>
  scheduled === true ? "scheduled" : "asked";
