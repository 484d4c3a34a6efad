import { object } from "yup";
import { labelShape, normalizeShape, selectorShape } from "../../../domain/import/scenarioShape.ts";
import type { Normalizer } from "../../../domain/visual/shot.ts";
import type { Caller } from "../context.ts";
import { type AdminContext, audit, checked, mustBeAllowed } from "./admin.ts";
import { projectField } from "./fields.ts";
import { resolveProject } from "./resolveProject.ts";
import { type RuleChange, requireScenario, upsertContentRule } from "./upsertRule.ts";

const INPUT = object({
  project: projectField.required(),
  scenarioLabel: labelShape.required(),
  selector: selectorShape.required(),
  normalize: normalizeShape.required(),
})
  .noUnknown()
  .required();
export type SetContentRuleInput = { project: string; scenarioLabel: string; selector: string; normalize: Normalizer };

/** What is replaced in the page before the shot; setting it again replaces the kind. Throws `not_found` for an unknown scenario. */
export async function setContentRule(
  ctx: AdminContext,
  caller: Caller,
  input: SetContentRuleInput,
): Promise<{ id: string; change: RuleChange }> {
  mustBeAllowed(caller, "edit");
  const { project: reference, scenarioLabel, selector, normalize } = checked(INPUT, input) as SetContentRuleInput;
  const project = await resolveProject(ctx, caller, reference);
  await requireScenario(ctx, project._id, scenarioLabel);
  const result = await upsertContentRule(ctx, { projectId: project._id, scenarioLabel, selector }, normalize);
  await audit(ctx, caller, {
    action: "contentRule.set",
    target: result.id,
    details: { project: project.slug, scenarioLabel, selector, normalize, change: result.change },
  });
  return result;
}
