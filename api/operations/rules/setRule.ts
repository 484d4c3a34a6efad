// Sets how a region of a scenario is compared, and what is replaced in the page before the screenshot.
import { comparisonRuleShape, contentRuleShape } from "../../../domain/import/scenarioShape.ts";
import type { ImportedComparisonRule, ImportedContentRule } from "../../../domain/import/types.ts";
import { deleteRule, hasOtherRules, type RuleKind, type RulePlace } from "../../../models/rules/ofKind.ts";
import { hasWiderExclusion } from "../../../models/wideRules/queries.ts";
import { resolveProject } from "../../lib/access.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { projectField } from "../../lib/fields.ts";
import { type RuleChange, requireScenario, upsertRule } from "./upsertRule.ts";

const INPUTS = {
  comparisonRule: comparisonRuleShape.shape({ project: projectField.required() }).required(),
  contentRule: contentRuleShape.shape({ project: projectField.required() }).required(),
};
export type SetComparisonRuleInput = { project: string } & ImportedComparisonRule;
export type SetContentRuleInput = { project: string } & ImportedContentRule;
/** `id`: id of the rule that was set or removed; null if there was none and none is needed. */
export type SetRuleResult<Id = string> = { id: Id; change: RuleChange | "removed" };

/**
 * Sets how a region of a scenario is compared; setting it again replaces the mode. `full` is the default without a rule, so it removes an
 * existing rule; it is only stored along with other rules of the scenario or of several ones, which may cover the region.
 * Throws `not_found` for an unknown scenario.
 */
export function setComparisonRule(
  ctx: AdminContext,
  caller: Caller,
  input: SetComparisonRuleInput,
): Promise<SetRuleResult<string | null>> {
  return setRule(ctx, caller, "comparisonRule", input, async (place, { mode }) => {
    const { models } = ctx;
    if (mode !== "full" || (await hasOtherRules(models, place)) || (await hasWiderExclusion(models, place.projectId)))
      return upsertRule(ctx, "comparisonRule", place, mode);
    const id = await deleteRule(ctx.models, "comparisonRule", place);
    return { id, change: id === null ? "unchanged" : "removed" };
  });
}

/** Sets what is replaced in the page before the screenshot; setting it again replaces the kind. Throws `not_found` for an unknown scenario. */
export function setContentRule(ctx: AdminContext, caller: Caller, input: SetContentRuleInput): Promise<SetRuleResult> {
  return setRule(ctx, caller, "contentRule", input, (place, { normalize }) =>
    upsertRule(ctx, "contentRule", place, normalize),
  );
}

async function setRule<R extends SetRuleResult<string | null>>(
  ctx: AdminContext,
  caller: Caller,
  kind: RuleKind,
  input: unknown,
  put: (
    place: RulePlace,
    said: Pick<ImportedComparisonRule, "mode"> & Pick<ImportedContentRule, "normalize">,
  ) => Promise<R>,
): Promise<R> {
  mustBeAllowed(caller, "edit");
  const { project: reference, scenarioLabel, selector, ...value } = checked(INPUTS[kind], input);
  const project = await resolveProject(ctx, caller, reference);
  await requireScenario(ctx, project._id, scenarioLabel);
  const place = { projectId: project._id, scenarioLabel, selector };
  const result = await put(place, value as Parameters<typeof put>[1]);
  await recordAudit(ctx, caller, `${kind}.set`, result.id ?? project._id, {
    project: project.slug,
    scenarioLabel,
    selector,
    ...value,
    change: result.change,
  });
  return result;
}
