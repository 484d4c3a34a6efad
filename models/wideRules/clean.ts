// Rules of a tag that no scenario has any more.
import type { Models } from "../index.ts";

/** Deletes the rules of those tags that no scenario of the project has any more; answers their scopes. */
export async function dropRulesOfUnusedTags(
  models: Models,
  projectId: string,
  tags: readonly string[] = [],
): Promise<string[]> {
  const dropped: string[] = [];
  for (const tag of new Set(tags)) {
    if (await models.scenarios.exists({ projectId, tags: tag })) continue;
    const scope = `tag:${tag}`;
    const { deletedCount } = await models.wideRules.deleteMany({ projectId, scope });
    if (deletedCount > 0) dropped.push(scope);
  }
  return dropped;
}
