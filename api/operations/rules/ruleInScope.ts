// A rule that was created at one scenario and applies to several, of which that scenario must be one.
import { ProductError } from "../../../domain/errors.ts";
import { refused } from "../../../domain/import/problems.ts";
import type { ComparisonMode } from "../../../domain/visual/shot.ts";
import { parseScope, SCOPE_WORDS, scopeWords, touches } from "../../../domain/visual/wideRules/scope.ts";
import type { WideRule } from "../../../domain/visual/wideRules/wideRule.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { hasWiderExclusion, wideRuleAt } from "../../../models/wideRules/queries.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type RuleChange, requireScenario } from "./upsertRule.ts";
import { wideRuleEffect } from "./wideRuleEffect.ts";
import { removeWideRule, setWideRule, type WideRuleSet } from "./wideRules.ts";

type Input = { scenarioLabel: string; before?: string | null } & WideRule;
export type InScope = Omit<WideRuleSet, "id" | "change"> & { id: string | null; change: RuleChange | "removed" };

/** Throws `validation_error` if the scenario is not in the scope. */
export async function requireInScope(
  ctx: OperationContext,
  project: Project,
  { scenarioLabel, scope }: Pick<Input, "scenarioLabel" | "scope">,
): Promise<void> {
  const scenario = await requireScenario(ctx, project._id, scenarioLabel);
  const parsed = parseScope(scope);
  if (parsed === null)
    throw refused("The rule cannot be saved", [{ path: "scope", message: `must be ${SCOPE_WORDS}` }]);
  if (touches(parsed, scenario)) return;
  const message = `"${scenarioLabel}" does not belong to the ${scopeWords(scope)}`;
  throw new ProductError("validation_error", `${message}.`, { fields: [{ path: "scope", message }] });
}

/** Sets a rule in its scope. `full` removes the rule of that scope; it is only stored if a wider rule exists, which may cover the element. */
export async function setRuleInScope(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  { scenarioLabel, ...rule }: Input,
): Promise<InScope> {
  await requireInScope(ctx, project, { scenarioLabel, scope: rule.scope });
  const isFull = rule.kind === "mode" && (rule.value as ComparisonMode) === "full";
  if (!isFull || (await hasWiderExclusion(ctx.models, project._id, rule.scope)))
    return setWideRule(ctx, caller, { project: project._id, ...rule });
  const stored = await wideRuleAt(ctx.models, project._id, rule);
  const seen = rule.before ?? undefined;
  const removed = stored && (await removeWideRule(ctx, caller, project, stored.id, seen));
  const effect = await wideRuleEffect(ctx, project, rule);
  return { id: removed?.id ?? null, change: removed ? "removed" : "unchanged", before: removed?.value ?? null, effect };
}
