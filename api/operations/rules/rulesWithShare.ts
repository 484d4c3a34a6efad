// Rules of single scenarios, each with the share of the page that it excluded in the last run.
import { recordOf } from "../../../domain/visual/wideRules/ruleTotals.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { listRules, type RuleView } from "./listRules.ts";
import { recordsOf } from "./wideRules.ts";

/** `share`: null if no run has compared a screenshot under the rule. */
export async function rulesWithShare(
  ctx: OperationContext,
  caller: Caller,
  slug: string,
): Promise<(RuleView & { share: number | null })[]> {
  const rules = await listRules(ctx, caller, { project: slug, scenario: undefined });
  if (rules.length === 0) return [];
  const shareOf = await hiddenShares(ctx, await resolveProject(ctx, caller, slug));
  return rules.map((rule) => ({ ...rule, share: shareOf(rule.id) }));
}

/** Returns a lookup of a rule's share (0 to 1) by id; null if no run has compared a screenshot under the rule. */
export async function hiddenShares(ctx: OperationContext, project: Project): Promise<(id: string) => number | null> {
  const runs = await recordsOf(ctx, project);
  return (id) => recordOf(id, runs).share;
}
