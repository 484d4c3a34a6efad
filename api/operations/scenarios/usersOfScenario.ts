// What names scenarios and keeps them from being deleted: schedules and pages of the tracking plan.
import { ProductError } from "../../../domain/errors.ts";
import { MAX_PLAN_PAGES } from "../../../domain/pillars/tracking/parsePlan.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";
import { schedulesOf } from "../../../models/schedules/queries.ts";
import { planPagesOf } from "../../../models/trackingPlans/rows.ts";
import type { OperationContext } from "../../lib/context.ts";

const WORDS = { schedule: "the schedule", trackingPage: "the tracking plan's page" } as const;

/** Kinds of parts of a project that name scenarios. */
export const USER_KINDS = ["schedule", "trackingPage"] as const;
type User = { kind: (typeof USER_KINDS)[number]; name: string };

export const stillNamed = (label: string, { kind, name }: User): string =>
  `The scenario "${label}" cannot be deleted while ${WORDS[kind]} "${name}" names it.`;

/** Throws `conflict` if something names one of the scenarios. */
export async function requireUnnamed(
  { models }: Pick<OperationContext, "models">,
  projectId: string,
  scenarios: readonly Pick<Scenario, "_id" | "label">[],
): Promise<void> {
  const [schedules, pages] = await Promise.all([
    schedulesOf(models, projectId),
    planPagesOf(models, projectId, MAX_PLAN_PAGES),
  ]);
  for (const { _id, label } of scenarios) {
    const schedule = schedules.find(({ scenarios: named }) => named?.includes(label));
    const page = pages.find(({ scenarioIds }) => scenarioIds.includes(_id));
    if (schedule) throw new ProductError("conflict", stillNamed(label, { kind: "schedule", name: schedule.name }));
    if (page) throw new ProductError("conflict", stillNamed(label, { kind: "trackingPage", name: page.id }));
  }
}
