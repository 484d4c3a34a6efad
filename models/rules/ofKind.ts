// Rules of either kind: the two collections differ only in the field that holds the value.
import type { Models } from "../index.ts";
import type { ComparisonRuleRecord, ContentRuleRecord } from "./schema.ts";

export type RuleKind = "comparisonRule" | "contentRule";
/** The value of a rule: the mode of a comparison rule, or the replacement of a content rule. */
export type RuleValue = ComparisonRuleRecord["mode"] | ContentRuleRecord["normalize"];
export type RulePlace = { projectId: string; scenarioLabel: string; selector: string };
export type KindedRule = RulePlace & { _id: string; value: RuleValue };

type Stored = RulePlace & { _id: string } & Partial<
    Pick<ComparisonRuleRecord, "mode"> & Pick<ContentRuleRecord, "normalize">
  >;

/** The operations used on either collection. */
type RuleModel = {
  findOne(place: RulePlace): { lean<T>(): PromiseLike<T | null> };
  find(of: Partial<RulePlace>): { sort(by: Record<string, 1>): { lean<T>(): PromiseLike<T> } };
  findOneAndDelete(one: RulePlace | { _id: string }): { lean<T>(): PromiseLike<T | null> };
  create(rule: object): PromiseLike<unknown>;
  updateOne(one: object, change: object): PromiseLike<{ matchedCount: number }>;
  deleteOne(one: object): PromiseLike<{ deletedCount: number }>;
  countDocuments(of: { projectId: string }): PromiseLike<number>;
};

const KINDS: Record<RuleKind, { field: "mode" | "normalize"; of(models: Models): RuleModel }> = {
  comparisonRule: { field: "mode", of: (models) => models.comparisonRules as unknown as RuleModel },
  contentRule: { field: "normalize", of: (models) => models.contentRules as unknown as RuleModel },
};

const kinded = (kind: RuleKind, { _id, projectId, scenarioLabel, selector, ...rest }: Stored): KindedRule => ({
  _id,
  projectId,
  scenarioLabel,
  selector,
  value: rest[KINDS[kind].field] as RuleValue,
});

/** Returns the rules of a project or of one scenario, sorted by scenario and selector. */
export async function rulesOf(
  models: Models,
  kind: RuleKind,
  of: { projectId: string; scenarioLabel?: string },
): Promise<KindedRule[]> {
  const stored = await KINDS[kind].of(models).find(of).sort({ scenarioLabel: 1, selector: 1 }).lean<Stored[]>();
  return stored.map((rule) => kinded(kind, rule));
}

export const countRules = async (models: Models, kind: RuleKind, projectId: string): Promise<number> =>
  KINDS[kind].of(models).countDocuments({ projectId });

/** Returns the rule of this place, or null if there is none. */
export async function ruleAt(models: Models, kind: RuleKind, place: RulePlace): Promise<KindedRule | null> {
  const stored = await KINDS[kind].of(models).findOne(place).lean<Stored>();
  return stored && kinded(kind, stored);
}

/** Returns whether the scenario has rules for other regions that leave something out of the comparison. */
export async function hasOtherRules(models: Models, { selector, ...scenario }: RulePlace): Promise<boolean> {
  const other = { ...scenario, selector: { $ne: selector }, mode: { $ne: "full" as const } };
  return (await models.comparisonRules.exists(other)) !== null;
}

/** Rejects with a duplicate key error if the place has a rule of the kind. */
export async function insertRule(
  models: Models,
  kind: RuleKind,
  { value, ...rule }: KindedRule & { createdAt: Date },
): Promise<void> {
  const { field, of } = KINDS[kind];
  await of(models).create({ ...rule, [field]: value });
}

/** Changes the value of a rule; with `from`, only if that is its current value. Returns false if it was deleted, or has another value. */
export async function changeRule(
  models: Models,
  kind: RuleKind,
  { _id, value, from }: { _id: string; value: RuleValue; from?: RuleValue },
): Promise<boolean> {
  const { field, of } = KINDS[kind];
  const stored = from === undefined ? { _id } : { _id, [field]: from };
  return (await of(models).updateOne(stored, { $set: { [field]: value } })).matchedCount > 0;
}

/** Deletes the rule with this id or of this place. Returns its id, or null if there is none. */
export async function deleteRule(
  models: Models,
  kind: RuleKind,
  one: RulePlace | { _id: string },
): Promise<string | null> {
  const deleted = await KINDS[kind].of(models).findOneAndDelete(one).lean<{ _id: string }>();
  return deleted?._id ?? null;
}

/** Deletes a rule if it still has this value. Returns false if it was deleted, or has another value. */
export async function deleteRuleWith(
  models: Models,
  kind: RuleKind,
  { _id, value }: Pick<KindedRule, "_id" | "value">,
): Promise<boolean> {
  const { field, of } = KINDS[kind];
  return (await of(models).deleteOne({ _id, [field]: value })).deletedCount > 0;
}
