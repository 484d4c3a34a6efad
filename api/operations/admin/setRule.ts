// How a region of a scenario is compared, and what is replaced in the page before the shot.
import { comparisonRuleShape, contentRuleShape } from "../../../domain/import/scenarioShape.ts";
import type { ImportedComparisonRule, ImportedContentRule } from "../../../domain/import/types.ts";
import { resolveProject } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { type AdminContext, checked, mustBeAllowed } from "./admin.ts";
import { projectField } from "./fields.ts";
import { type RuleChange, type RuleKind, type RuleValue, requireScenario, upsertRule } from "./upsertRule.ts";

const INPUTS = {
  comparisonRule: comparisonRuleShape.shape({ project: projectField.required() }).required(),
  contentRule: contentRuleShape.shape({ project: projectField.required() }).required(),
};
export type SetComparisonRuleInput = { project: string } & ImportedComparisonRule;
export type SetContentRuleInput = { project: string } & ImportedContentRule;
export type SetRuleResult = { id: string; change: RuleChange };

/** How a region of a scenario is compared; setting it again replaces the mode. Throws `not_found` for an unknown scenario. */
export function setComparisonRule(
  ctx: AdminContext,
  caller: Caller,
  input: SetComparisonRuleInput,
): Promise<SetRuleResult> {
  return setRule(ctx, caller, "comparisonRule", input);
}

/** What is replaced in the page before the shot; setting it again replaces the kind. Throws `not_found` for an unknown scenario. */
export function setContentRule(ctx: AdminContext, caller: Caller, input: SetContentRuleInput): Promise<SetRuleResult> {
  return setRule(ctx, caller, "contentRule", input);
}

async function setRule(ctx: AdminContext, caller: Caller, kind: RuleKind, input: unknown): Promise<SetRuleResult> {
  mustBeAllowed(caller, "edit");
  const { project: reference, scenarioLabel, selector, ...value } = checked(INPUTS[kind], input);
  const project = await resolveProject(ctx, caller, reference);
  await requireScenario(ctx, project._id, scenarioLabel);
  const place = { projectId: project._id, scenarioLabel, selector };
  const result = await upsertRule(ctx, kind, place, value as RuleValue);
  await recordAudit(ctx, caller, `${kind}.set`, result.id, {
    project: project.slug,
    scenarioLabel,
    selector,
    ...value,
    change: result.change,
  });
  return result;
}
