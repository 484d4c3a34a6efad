// Rules are set, not added: one per scenario and selector, the last word counts. Safe when several callers set the same one at once.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import type { ComparisonMode, Normalizer } from "../../../domain/visual/shot.ts";
import { isDuplicateKey } from "../../../models/index.ts";
import type { ComparisonRuleRecord, ContentRuleRecord } from "../../../models/rule.ts";
import type { AdminContext } from "./admin.ts";

export type RuleChange = "created" | "updated" | "unchanged";
type Place = { projectId: string; scenarioLabel: string; selector: string };

/** Throws `not_found` where the project has no scenario of that label. */
export async function requireScenario(ctx: AdminContext, projectId: string, label: string): Promise<void> {
  if (!(await ctx.models.scenarios.exists({ projectId, label })))
    throw new ProductError("not_found", `There is no scenario "${label}" in this project.`, { scenarioLabel: label });
}

export async function upsertComparisonRule(
  ctx: AdminContext,
  place: Place,
  mode: ComparisonMode,
): Promise<{ id: string; change: RuleChange }> {
  const rules = ctx.models.comparisonRules;
  return upsert({
    read: async () => rules.findOne(place).lean<ComparisonRuleRecord>(),
    same: (rule) => rule.mode === mode,
    update: async (rule) => void (await rules.updateOne({ _id: rule._id }, { $set: { mode } })),
    create: async () => {
      const _id = makeId("comparisonRule", ctx.ulid());
      await rules.create({ _id, ...place, mode, createdAt: ctx.now() });
      return _id;
    },
  });
}

export async function upsertContentRule(
  ctx: AdminContext,
  place: Place,
  normalize: Normalizer,
): Promise<{ id: string; change: RuleChange }> {
  const rules = ctx.models.contentRules;
  return upsert({
    read: async () => rules.findOne(place).lean<ContentRuleRecord>(),
    same: (rule) => rule.normalize === normalize,
    update: async (rule) => void (await rules.updateOne({ _id: rule._id }, { $set: { normalize } })),
    create: async () => {
      const _id = makeId("contentRule", ctx.ulid());
      await rules.create({ _id, ...place, normalize, createdAt: ctx.now() });
      return _id;
    },
  });
}

async function upsert<R extends { _id: string }>(rule: {
  read(): Promise<R | null>;
  same(stored: R): boolean;
  update(stored: R): Promise<void>;
  create(): Promise<string>;
}): Promise<{ id: string; change: RuleChange }> {
  let stored = await rule.read();
  if (!stored) {
    try {
      return { id: await rule.create(), change: "created" };
    } catch (error) {
      // Somebody else made it between the two steps: theirs is the stored one now.
      if (!isDuplicateKey(error)) throw error;
      stored = await rule.read();
      if (!stored) throw error;
    }
  }
  if (rule.same(stored)) return { id: stored._id, change: "unchanged" };
  await rule.update(stored);
  return { id: stored._id, change: "updated" };
}
