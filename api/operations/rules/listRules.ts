import { type InferType, object } from "yup";
import { labelShape } from "../../../domain/import/scenarioShape.ts";
import { resolveProject } from "../../lib/access.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import type { Caller } from "../../lib/context.ts";
import { projectField } from "../../lib/fields.ts";
import { RULES, type RuleKind, requireScenario, type StoredRule } from "./upsertRule.ts";

const INPUT = object({ project: projectField.required(), scenario: labelShape }).noUnknown().required();

/** `value`: the mode of a comparison rule, what a content rule puts in place. */
export type RuleView = { id: string; kind: RuleKind; scenarioLabel: string; selector: string; value: string };

/** The rules of a project or of one scenario, by scenario and selector. Throws `not_found` for an unknown scenario. */
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
    const { field, of } = RULES[kind];
    const stored = await of(ctx.models).find(wanted).sort({ scenarioLabel: 1, selector: 1 }).lean<StoredRule[]>();
    return stored.map((rule) => ({
      id: rule._id,
      kind,
      scenarioLabel: rule.scenarioLabel,
      selector: rule.selector,
      value: String(rule[field]),
    }));
  };
  const [comparison, content] = await Promise.all([ofKind("comparisonRule"), ofKind("contentRule")]);
  return [...comparison, ...content];
}
