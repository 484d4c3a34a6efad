// Rules for several scenarios: set, remove, list with their effect, and preview before saving.
import { object, string } from "yup";
import { ProductError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import { makeId } from "../../../domain/ids.ts";
import { refused } from "../../../domain/import/problems.ts";
import { selectorShape } from "../../../domain/import/scenarioShape.ts";
import { type RuleRecord, recordOf, UNUSED_AFTER } from "../../../domain/visual/wideRules/ruleTotals.ts";
import { parseScope, touches } from "../../../domain/visual/wideRules/scope.ts";
import { type KeptWideRule, WIDE, WIDE_KINDS, type WideRule } from "../../../domain/visual/wideRules/wideRule.ts";
import { isDuplicateKey } from "../../../models/index.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { latestRunsOfType } from "../../../models/runs/queries.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import {
  changeWideRule,
  deleteWideRule,
  insertWideRule,
  wideRuleAt,
  wideRulesOfProject,
  wideRuleWithId,
} from "../../../models/wideRules/queries.ts";
import { resolveProject } from "../../lib/access.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { projectField } from "../../lib/fields.ts";
import { versionConflict } from "../../lib/versionConflict.ts";
import type { RuleChange } from "./upsertRule.ts";
import { hidingMessage, type WideEffect, wideRuleEffect } from "./wideRuleEffect.ts";
import { wideRuleProblem } from "./wideRuleProblems.ts";
import { MAX_WIDE_RULES } from "./wideRuleShape.ts";

const INPUT = object({
  project: projectField.required(),
  scope: string().min(1).max(600).required(),
  kind: string().oneOf(WIDE_KINDS).required(),
  selector: selectorShape.min(0).default(""),
  value: string().min(1).max(1_000).required(),
  before: string().nullable(),
})
  .noUnknown()
  .required();

export type WideRuleSet = { id: string; change: RuleChange; before: string | null; effect: WideEffect };
/** `before`: only set the rule if it still has this value (null: if there is none). If omitted, the last write wins. */
export type SetWideRule = { project: string; before?: string | null } & WideRule;

/**
 * Sets the rule of this scope, kind and selector. Baselines stay. Returns the value it had `before`, which an undo restores. Throws
 * `conflict` with `now` if it is no longer what the caller saw.
 */
export async function setWideRule(ctx: OperationContext, caller: Caller, input: SetWideRule): Promise<WideRuleSet> {
  mustBeAllowed(caller, "edit");
  const { project: reference, before: seen, ...rule } = checked(INPUT, input) as SetWideRule;
  const project = await resolveProject(ctx, caller, reference);
  await requireKeepable(ctx, project, rule);
  const effect = await wideRuleEffect(ctx, project, rule);
  const message = hidingMessage(effect);
  if (message !== null) throw refused("The rule cannot be saved", [{ path: "selector", message }]);
  const result = await upsert(ctx, project, rule, seen);
  const { before } = result;
  await recordAudit(ctx, caller, "wideRule.set", result.id, { project: project.slug, ...rule, before });
  return { ...result, effect };
}

/** Throws `validation_error` with the invalid field. */
export async function requireKeepable(ctx: AdminContext, project: Project, rule: WideRule): Promise<void> {
  if (!WIDE[rule.kind].fits(rule.value))
    throw refused("The rule cannot be saved", [{ path: rule.kind, message: WIDE[rule.kind].problem }]);
  const scenarios = await scenariosOf(ctx.models, project._id, { fields: { url: 1, tags: 1 } });
  const problem = wideRuleProblem(rule, scenarios);
  if (problem) throw refused("The rule cannot be saved", [{ path: problem.field, message: problem.message }]);
}

/** `seen`: see `SetWideRule.before`. */
async function upsert(
  { models, ulid, now }: AdminContext,
  { _id: projectId }: Project,
  rule: WideRule,
  seen: string | null | undefined,
) {
  let stored = await wideRuleAt(models, projectId, rule);
  requireSeen(stored, rule.value, seen);
  if (!stored) {
    const count = (await wideRulesOfProject(models, projectId)).length;
    if (count >= MAX_WIDE_RULES)
      throw new ProductError(
        "validation_error",
        `A project has at most ${MAX_WIDE_RULES} rules for several scenarios.`,
      );
    try {
      const id = makeId("wideRule", ulid());
      await insertWideRule(models, { _id: id, projectId, ...rule, createdAt: now() });
      return { id, change: "created" as const, before: null };
    } catch (error) {
      // Somebody else created the rule between the two steps, so theirs is now the stored one.
      if (!isDuplicateKey(error)) throw error;
      stored = await wideRuleAt(models, projectId, rule);
      if (!stored) throw error;
      requireSeen(stored, rule.value, seen);
    }
  }
  const { id, value: before } = stored;
  if (before === rule.value) return { id, change: "unchanged" as const, before };
  const change = given({ id, value: rule.value, from: seen ?? undefined });
  if (!(await changeWideRule(models, change)) && seen !== undefined)
    throw changedMeanwhile(await wideRuleAt(models, projectId, rule));
  return { id, change: "updated" as const, before };
}

/** No conflict if the stored value already is the wanted one. */
function requireSeen(stored: KeptWideRule | null, wanted: string, seen: string | null | undefined): void {
  const now = stored?.value ?? null;
  if (seen === undefined || now === seen || now === wanted) return;
  throw changedMeanwhile(stored);
}

function changedMeanwhile(stored: KeptWideRule | null): ProductError {
  const what = stored ? `changed this rule to ${stored.value}` : "deleted this rule";
  return versionConflict(`Somebody else ${what}. Check it and try again.`, { now: stored?.value ?? null });
}

/** Removes the rule; returns null if the project has none with this id. `seen`: only remove it if it has this value. Baselines stay. */
export async function removeWideRule(
  ctx: AdminContext,
  caller: Caller,
  project: Project,
  id: string,
  seen?: string,
): Promise<KeptWideRule | null> {
  const rule = await wideRuleWithId(ctx.models, project._id, id);
  if (!rule) return null;
  if (!(await deleteWideRule(ctx.models, given({ projectId: project._id, id, value: seen })))) {
    const stored = await wideRuleWithId(ctx.models, project._id, id);
    if (stored && seen !== undefined) throw changedMeanwhile(stored);
    return null;
  }
  const { scope, kind, selector, value } = rule;
  await recordAudit(ctx, caller, "wideRule.remove", id, { project: project.slug, scope, kind, selector, value });
  return rule;
}

/** Returns what the rule would do, and its current value (null if none). Throws `validation_error` if it cannot be saved. */
export async function previewWideRule(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  rule: WideRule,
): Promise<WideEffect & { before: string | null }> {
  mustBeAllowed(caller, "view");
  await requireKeepable(ctx, project, rule);
  const [effect, stored] = await Promise.all([
    wideRuleEffect(ctx, project, rule),
    wideRuleAt(ctx.models, project._id, rule),
  ]);
  return { ...effect, before: stored?.value ?? null };
}

export type WideRuleView = KeptWideRule & { scenarios: number; record: RuleRecord };

/** Returns the rules with the number of scenarios each applies to and what it hid in the newest runs. */
export async function listWideRules(
  ctx: AdminContext,
  caller: Caller,
  { project: reference }: { project: string },
): Promise<WideRuleView[]> {
  mustBeAllowed(caller, "view");
  const project = await resolveProject(ctx, caller, reference);
  const rules = await wideRulesOfProject(ctx.models, project._id);
  if (rules.length === 0) return [];
  const [scenarios, runs] = await Promise.all([
    scenariosOf(ctx.models, project._id, { declared: true, fields: { url: 1, tags: 1 } }),
    recordsOf(ctx, project),
  ]);
  return rules.map((rule) => {
    const scope = parseScope(rule.scope);
    const count = scope ? scenarios.filter((one) => touches(scope, one)).length : 0;
    return { ...rule, scenarios: count, record: recordOf(rule.id, runs) };
  });
}

/** Returns what each rule excluded in the newest completed runs. */
export async function recordsOf({ models }: AdminContext, project: Project) {
  const runs = await latestRunsOfType(models, { project }, "vrt-test", {
    status: "completed",
    limit: UNUSED_AFTER,
    fields: { ruleTotals: 1 },
  });
  return runs.map(({ ruleTotals = [] }) => ruleTotals);
}
