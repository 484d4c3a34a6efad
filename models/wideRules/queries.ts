// Rules for several scenarios: read, set and deleted. Guarded writes return whether they applied.
import { rankOf, type ScopeText } from "../../domain/visual/wideRules/scope.ts";
import type { KeptWideRule, WideRule } from "../../domain/visual/wideRules/wideRule.ts";
import type { Models } from "../index.ts";
import type { WideRuleRecord } from "./schema.ts";

const kept = ({ _id, scope, kind, selector, value }: WideRuleRecord): KeptWideRule => ({
  id: _id,
  scope,
  kind,
  selector,
  value,
});

/** Returns all wide rules of a project, sorted by scope, kind and selector. */
export async function wideRulesOfProject(models: Models, projectId: string): Promise<KeptWideRule[]> {
  const order = { scope: 1, kind: 1, selector: 1 } as const;
  return (await models.wideRules.find({ projectId }).sort(order).lean<WideRuleRecord[]>()).map(kept);
}

/** Returns the rule with this scope, kind and selector, or null if there is none. */
export async function wideRuleAt(
  models: Models,
  projectId: string,
  { scope, kind, selector }: Omit<WideRule, "value">,
): Promise<KeptWideRule | null> {
  const stored = await models.wideRules.findOne({ projectId, scope, kind, selector }).lean<WideRuleRecord>();
  return stored && kept(stored);
}

/** Returns the project's rule with this id, or null if there is none. */
export async function wideRuleWithId(models: Models, projectId: string, id: string): Promise<KeptWideRule | null> {
  const stored = await models.wideRules.findOne({ _id: id, projectId }).lean<WideRuleRecord>();
  return stored && kept(stored);
}

/** Rejects with a duplicate key error if there already is a rule with this scope, kind and selector. */
export async function insertWideRule(models: Models, rule: WideRuleRecord): Promise<void> {
  await models.wideRules.create(rule);
}

/** Changes the value of the rule; with `from`, only if that is its current value. Returns false if it was deleted, or has another value. */
export async function changeWideRule(
  models: Models,
  { id, value, from }: { id: string; value: string; from?: string },
): Promise<boolean> {
  const stored = from === undefined ? { _id: id } : { _id: id, value: from };
  return (await models.wideRules.updateOne(stored, { $set: { value } })).matchedCount > 0;
}

/** Deletes the rule; with `value`, only if that is its current value. Returns false if it was deleted, or has another value. */
export async function deleteWideRule(
  models: Models,
  { projectId, id, value }: { projectId: string; id: string; value?: string },
): Promise<boolean> {
  const stored = value === undefined ? { _id: id, projectId } : { _id: id, projectId, value };
  return (await models.wideRules.deleteOne(stored)).deletedCount > 0;
}

/** Returns whether the rule exists, whatever its value. */
export const hasWideRule = async (models: Models, id: string): Promise<boolean> =>
  (await models.wideRules.exists({ _id: id })) !== null;

/**
 * Returns whether a rule of a wider scope leaves something out of the comparison. `own`: the scope that it is compared with; undefined for
 * one scenario.
 */
export async function hasWiderExclusion(models: Models, projectId: string, own?: ScopeText): Promise<boolean> {
  const all = await wideRulesOfProject(models, projectId);
  return all.some(({ kind, scope, value }) => kind === "mode" && value !== "full" && rankOf(scope) > rankOf(own));
}
