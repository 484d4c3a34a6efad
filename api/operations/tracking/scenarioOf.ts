// Resolves the scenario that a plan page is linked to by its id or label.
import { ProductError } from "../../../domain/errors.ts";
import { hintOf } from "../../../domain/nearest.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";
import type { PlanContext } from "./rows.ts";

export type LinkedScenario = Pick<Scenario, "_id" | "label" | "url">;

/** Returns the ids of the project's scenarios, keyed by label and by id. */
export async function scenarioIds(ctx: PlanContext, projectId: string): Promise<Map<string, string>> {
  const scenarios = await linkable(ctx, projectId);
  // Ids come last, because a text that is one scenario's id and another's label means the id.
  return new Map([
    ...scenarios.map((s) => [s.label, s._id] as const),
    ...scenarios.map(({ _id }) => [_id, _id] as const),
  ]);
}

/** Throws `not_found` with the closest labels. */
export async function scenarioOf(ctx: PlanContext, projectId: string, reference: string): Promise<LinkedScenario> {
  const scenarios = await linkable(ctx, projectId);
  const found = scenarios.find(({ _id }) => _id === reference) ?? scenarios.find(({ label }) => label === reference);
  if (found) return found;
  throw unknownScenario(
    reference,
    scenarios.map(({ label }) => label),
  );
}

/** Returns the error for a missing scenario, with the closest known labels. */
export function unknownScenario(reference: string, labels: readonly string[]): ProductError {
  const hint = hintOf(reference, labels, "list_scenarios lists them.");
  return new ProductError("not_found", `The project has no scenario "${reference.slice(0, 200)}".${hint}`);
}

/** Returns all scenarios of the project, oldest first, with the fields that a plan needs. */
export function linkable({ models }: PlanContext, projectId: string): Promise<LinkedScenario[]> {
  return scenariosOf(models, projectId, { declared: true, fields: { label: 1, url: 1 }, by: "creation" });
}
