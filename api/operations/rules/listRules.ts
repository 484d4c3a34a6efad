import { type InferType, object } from "yup";
import { labelShape } from "../../../domain/import/scenarioShape.ts";
import { type RuleKind, rulesOf } from "../../../models/rules/ofKind.ts";
import { resolveProject } from "../../lib/access.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import type { Caller } from "../../lib/context.ts";
import { projectField } from "../../lib/fields.ts";
import { requireScenario } from "./upsertRule.ts";

const INPUT = object({ project: projectField.required(), scenario: labelShape }).noUnknown().required();

/** `value`: mode of a comparison rule, or the replacement of a content rule. */
export type RuleView = { id: string; kind: RuleKind; scenarioLabel: string; selector: string; value: string };

/** Returns the rules of a project or of one scenario, by scenario and selector. Throws `not_found` for an unknown scenario. */
export async function listRules(
  ctx: AdminContext,
  caller: Caller,
  input: InferType<typeof INPUT>,
): Promise<RuleView[]> {
  mustBeAllowed(caller, "view");
  const { project: reference, scenario } = checked(INPUT, input);
  const { _id: projectId } = await resolveProject(ctx, caller, reference);
  if (scenario !== undefined) await requireScenario(ctx, projectId, scenario);
  const wanted = { projectId, ...(scenario !== undefined && { scenarioLabel: scenario }) };
  const ofKind = async (kind: RuleKind): Promise<RuleView[]> => {
    const stored = await rulesOf(ctx.models, kind, wanted);
    return stored.map(({ _id: id, scenarioLabel, selector, value }) => ({ id, kind, scenarioLabel, selector, value }));
  };
  const [comparison, content] = await Promise.all([ofKind("comparisonRule"), ofKind("contentRule")]);
  return [...comparison, ...content];
}
