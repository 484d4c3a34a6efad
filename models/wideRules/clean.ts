// Deletes rules of tags that no scenario has any longer.
import type { KeptWideRule } from "../../domain/visual/wideRules/wideRule.ts";
import type { Models } from "../index.ts";
import { deleteWideRule, wideRulesOfProject } from "./queries.ts";

/** Deletes the rules of those tags that no scenario of the project has any longer. Returns the deleted rules. */
export async function dropRulesOfUnusedTags(
  models: Models,
  projectId: string,
  tags: readonly string[] = [],
): Promise<KeptWideRule[]> {
  const unused = new Set<string>();
  for (const tag of new Set(tags))
    if (!(await models.scenarios.exists({ projectId, tags: tag }))) unused.add(`tag:${tag}`);
  if (unused.size === 0) return [];
  const dropped: KeptWideRule[] = [];
  for (const rule of await wideRulesOfProject(models, projectId)) {
    if (!unused.has(rule.scope)) continue;
    // If the rule is changed or deleted at the same time, the other caller reports it.
    if (await deleteWideRule(models, { projectId, id: rule.id })) dropped.push(rule);
  }
  return dropped;
}
