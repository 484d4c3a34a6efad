// Rules for several scenarios that apply to one scenario, or all of the project.
import { wideRulesIn } from "../../../domain/visual/wideRules/rulesForScenario.ts";
import type { KeptWideRule } from "../../../domain/visual/wideRules/wideRule.ts";
import { rulesOfLabel } from "../../../models/wideRules/ofScenario.ts";
import { wideRulesOfProject } from "../../../models/wideRules/queries.ts";
import { resolveProject } from "../../lib/access.ts";
import { type AdminContext, mustBeAllowed } from "../../lib/admin.ts";
import type { Caller } from "../../lib/context.ts";

/** For a scenario, rules overridden by a more specific one are left out. */
export async function wideRulesFor(
  ctx: AdminContext,
  caller: Caller,
  { project: reference, scenario }: { project: string; scenario?: string },
): Promise<KeptWideRule[]> {
  mustBeAllowed(caller, "view");
  const { _id: projectId } = await resolveProject(ctx, caller, reference);
  if (scenario === undefined) return wideRulesOfProject(ctx.models, projectId);
  const rules = await rulesOfLabel(ctx.models, { projectId, scenarioLabel: scenario });
  return rules ? wideRulesIn(rules) : [];
}
