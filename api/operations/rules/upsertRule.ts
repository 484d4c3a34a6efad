// Rules are set, not added: one per scenario and selector, the last write wins. Safe if several callers set the same rule at the same time.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { hintOf } from "../../../domain/nearest.ts";
import { isDuplicateKey } from "../../../models/index.ts";
import {
  changeRule,
  insertRule,
  type RuleKind,
  type RulePlace,
  type RuleValue,
  ruleAt,
} from "../../../models/rules/ofKind.ts";
import { scenarioLabelled, scenariosOf } from "../../../models/scenarios/queries.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";
import type { AdminContext } from "../../lib/admin.ts";

export type RuleChange = "created" | "updated" | "unchanged";

/** Throws `not_found` with the closest labels if the project has no scenario with that label. */
export async function requireScenario(ctx: AdminContext, projectId: string, label: string): Promise<Scenario> {
  const scenario = await scenarioLabelled(ctx.models, projectId, label);
  if (scenario) return scenario;
  const known = await scenariosOf(ctx.models, projectId, { fields: { label: 1 } });
  const hint = hintOf(
    label,
    known.map((one) => one.label),
  );
  throw new ProductError("not_found", `There is no scenario "${label}" in this project.${hint}`, {
    scenarioLabel: label,
  });
}

/** Sets the rule of this place, creating it if there is none. */
export async function upsertRule(
  { models, ulid, now }: AdminContext,
  kind: RuleKind,
  { projectId, scenarioLabel, selector }: RulePlace,
  value: RuleValue,
): Promise<{ id: string; change: RuleChange }> {
  const place = { projectId, scenarioLabel, selector };
  let stored = await ruleAt(models, kind, place);
  if (!stored) {
    try {
      const _id = makeId(kind, ulid());
      await insertRule(models, kind, { _id, ...place, value, createdAt: now() });
      return { id: _id, change: "created" };
    } catch (error) {
      // Somebody else created the rule between the two steps, so theirs is now the stored one.
      if (!isDuplicateKey(error)) throw error;
      stored = await ruleAt(models, kind, place);
      if (!stored) throw error;
    }
  }
  if (stored.value === value) return { id: stored._id, change: "unchanged" };
  await changeRule(models, kind, { _id: stored._id, value });
  return { id: stored._id, change: "updated" };
}
