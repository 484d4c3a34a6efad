// Removes rules by id or by the region they apply to.
import { type InferType, object, string } from "yup";
import { ProductError } from "../../../domain/errors.ts";
import { hintOf } from "../../../domain/nearest.ts";
import type { KeptWideRule } from "../../../domain/visual/wideRules/wideRule.ts";
import { deleteRule } from "../../../models/rules/ofKind.ts";
import { resolveProject } from "../../lib/access.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { projectField } from "../../lib/fields.ts";
import { listRules, type RuleView } from "./listRules.ts";
import { removeWideRule } from "./wideRules.ts";

const INPUT = object({ project: projectField.required(), rule: string().min(1).max(100).required() })
  .noUnknown()
  .required();

/**
 * Removes one rule by its id. Baselines stay as they are. With `seen`, throws `conflict` unless a rule for several scenarios still has
 * this value. Throws `not_found` with the closest ids.
 */
export async function removeRule(
  ctx: AdminContext,
  caller: Caller,
  input: InferType<typeof INPUT>,
  seen?: string,
): Promise<{ removed: RuleView | KeptWideRule }> {
  mustBeAllowed(caller, "edit");
  const { project: reference, rule: id } = checked(INPUT, input);
  const project = await resolveProject(ctx, caller, reference);
  const wide = await removeWideRule(ctx, caller, project, id, seen);
  if (wide) return { removed: wide };
  const rules = await listRules(ctx, caller, { project: project._id });
  const rule = rules.find((one) => one.id === id);
  if (!rule || (await deleteRule(ctx.models, rule.kind, { _id: id })) === null) {
    const hint = hintOf(
      id,
      rules.map((one) => one.id),
    );
    throw new ProductError("not_found", `There is no rule "${id}" in this project.${hint}`, { rule: id });
  }
  const { kind, scenarioLabel, selector, value } = rule;
  await recordAudit(ctx, caller, `${kind}.remove`, id, { project: project.slug, scenarioLabel, selector, value });
  return { removed: rule };
}
