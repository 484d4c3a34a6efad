// The rules for several scenarios that hold for one, or all of the project.
import { wideRulesIn } from "../../../domain/visual/wideRules/rulesForScenario.ts";
import type { KeptWideRule } from "../../../domain/visual/wideRules/wideRule.ts";
import { rulesOfLabel } from "../../../models/wideRules/ofScenario.ts";
import { wideRulesOfProject } from "../../../models/wideRules/queries.ts";
import { resolveProject } from "../../lib/access.ts";
import { type AdminContext, mustBeAllowed } from "../../lib/admin.ts";
import type { Caller } from "../../lib/context.ts";

/** A rule in whose place a nearer one holds is not among those of a scenario. */
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
