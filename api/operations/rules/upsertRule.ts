// Rules are set, not added: one per scenario and selector, the last word counts. Safe when several callers set the same one at once.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { isDuplicateKey, type Models } from "../../../models/index.ts";
import type { ComparisonRuleRecord, ContentRuleRecord } from "../../../models/rule.ts";
import type { Scenario } from "../../../models/scenario.ts";
import type { AdminContext } from "../../lib/admin.ts";
import { hintOf } from "../../lib/nearest.ts";

export type RuleChange = "created" | "updated" | "unchanged";
export type RuleKind = "comparisonRule" | "contentRule";
/** What a rule says: `mode` of a comparison rule, `normalize` of a content rule. */
export type RuleValue = Partial<Pick<ComparisonRuleRecord, "mode"> & Pick<ContentRuleRecord, "normalize">>;
export type RulePlace = { projectId: string; scenarioLabel: string; selector: string };
export type StoredRule = RulePlace & RuleValue & { _id: string; createdAt: Date };

/** What is asked of either collection. */
type RuleModel = {
  findOne(place: RulePlace): { lean<T>(): PromiseLike<T | null> };
  find(place: Partial<RulePlace>): { sort(by: Record<string, 1>): { lean<T>(): PromiseLike<T> } };
  findOneAndDelete(one: RulePlace | { _id: string }): { lean<T>(): PromiseLike<T | null> };
  create(rule: object): PromiseLike<unknown>;
  updateOne(one: { _id: string }, change: object): PromiseLike<unknown>;
};

/** The two collections are alike but for the field that holds the value. */
export const RULES: Record<RuleKind, { field: keyof RuleValue; of(models: Models): RuleModel }> = {
  comparisonRule: { field: "mode", of: (models) => models.comparisonRules },
  contentRule: { field: "normalize", of: (models) => models.contentRules },
};

/** Throws `not_found` where the project has no scenario of that label, with the nearest ones. */
export async function requireScenario(ctx: AdminContext, projectId: string, label: string): Promise<Scenario> {
  const scenario = await ctx.models.scenarios.findOne({ projectId, label }).lean<Scenario>();
  if (scenario) return scenario;
  const known = await ctx.models.scenarios.find({ projectId }, { label: 1 }).lean<Pick<Scenario, "label">[]>();
  const hint = hintOf(
    label,
    known.map((one) => one.label),
  );
  throw new ProductError("not_found", `There is no scenario "${label}" in this project.${hint}`, {
    scenarioLabel: label,
  });
}

/** Sets the rule of this place, making it where there is none. `value` has the one field of its kind. */
export async function upsertRule(
  ctx: AdminContext,
  kind: RuleKind,
  { projectId, scenarioLabel, selector }: RulePlace,
  value: RuleValue,
): Promise<{ id: string; change: RuleChange }> {
  const { field, of } = RULES[kind];
  const rules = of(ctx.models);
  const place = { projectId, scenarioLabel, selector };
  let stored = await rules.findOne(place).lean<StoredRule>();
  if (!stored) {
    try {
      const _id = makeId(kind, ctx.ulid());
      await rules.create({ _id, ...place, [field]: value[field], createdAt: ctx.now() });
      return { id: _id, change: "created" };
    } catch (error) {
      // Somebody else made it between the two steps: theirs is the stored one now.
      if (!isDuplicateKey(error)) throw error;
      stored = await rules.findOne(place).lean<StoredRule>();
      if (!stored) throw error;
    }
  }
  if (stored[field] === value[field]) return { id: stored._id, change: "unchanged" };
  await rules.updateOne({ _id: stored._id }, { $set: { [field]: value[field] } });
  return { id: stored._id, change: "updated" };
}
