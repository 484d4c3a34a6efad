import { object } from "yup";
import { comparisonModeShape, labelShape, selectorShape } from "../../../domain/import/scenarioShape.ts";
import type { ComparisonMode } from "../../../domain/visual/shot.ts";
import type { Caller } from "../context.ts";
import { type AdminContext, audit, checked, mustBeAllowed } from "./admin.ts";
import { projectField } from "./fields.ts";
import { resolveProject } from "./resolveProject.ts";
import { type RuleChange, requireScenario, upsertComparisonRule } from "./upsertRule.ts";

const INPUT = object({
  project: projectField.required(),
  scenarioLabel: labelShape.required(),
  selector: selectorShape.required(),
  mode: comparisonModeShape.required(),
})
  .noUnknown()
  .required();
export type SetComparisonRuleInput = { project: string; scenarioLabel: string; selector: string; mode: ComparisonMode };

/** How a region of a scenario is compared; setting it again replaces the mode. Throws `not_found` for an unknown scenario. */
export async function setComparisonRule(
  ctx: AdminContext,
  caller: Caller,
  input: SetComparisonRuleInput,
): Promise<{ id: string; change: RuleChange }> {
  mustBeAllowed(caller, "edit");
  const { project: reference, scenarioLabel, selector, mode } = checked(INPUT, input) as SetComparisonRuleInput;
  const project = await resolveProject(ctx, caller, reference);
  await requireScenario(ctx, project._id, scenarioLabel);
  const result = await upsertComparisonRule(ctx, { projectId: project._id, scenarioLabel, selector }, mode);
  await audit(ctx, caller, {
    action: "comparisonRule.set",
    target: result.id,
    details: { project: project.slug, scenarioLabel, selector, mode, change: result.change },
  });
  return result;
}
