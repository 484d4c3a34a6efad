// The rules of single scenarios, each with the part of the page that it left out of the last run.
import { recordOf } from "../../../domain/visual/wideRules/ruleTotals.ts";
import { resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { listRules, type RuleView } from "./listRules.ts";
import { recordsOf } from "./wideRules.ts";

/** `share` null: no run has compared a screenshot under it. */
export async function rulesWithShare(
  ctx: OperationContext,
  caller: Caller,
  slug: string,
): Promise<(RuleView & { share: number | null })[]> {
  const rules = await listRules(ctx, caller, { project: slug, scenario: undefined });
  if (rules.length === 0) return [];
  const runs = await recordsOf(ctx, await resolveProject(ctx, caller, slug));
  return rules.map((rule) => ({ ...rule, share: recordOf(rule.id, runs).share }));
}
