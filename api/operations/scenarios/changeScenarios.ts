// Bulk changes of a project's scenarios: the same change for all, or deletion along with their rules.
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import { refused } from "../../../domain/import/problems.ts";
import type { ViewportName } from "../../../domain/visual/shot.ts";
import type { KeptWideRule } from "../../../domain/visual/wideRules/wideRule.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { scenariosWithIds } from "../../../models/scenarios/queries.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";
import { deleteScenario, changeScenarios as writeChanges } from "../../../models/scenarios/writes.ts";
import { requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { modeProblems } from "../../lib/modeProblems.ts";
import { auditDropped } from "../rules/auditDropped.ts";
import { requireUnnamed } from "./usersOfScenario.ts";

export type BulkChange = { viewports?: ViewportName[]; delay?: number; misMatchThreshold?: number; modes?: string[] };

/**
 * Throws `not_found` if one of the scenarios does not belong to the project, and `conflict` if one to delete is still named; then nothing
 * is changed.
 */
export async function changeScenarios(
  ctx: OperationContext,
  caller: Caller,
  { project, ids, change, remove }: { project: Project; ids: string[]; change?: BulkChange; remove?: boolean },
): Promise<{ changed: number; removed: number }> {
  requireRight(caller, "mcpWrite");
  const { models } = ctx;
  const wanted = [...new Set(ids)];
  const found = await scenariosWithIds(models, project._id, wanted);
  const unknown = wanted.find((id) => found.every(({ _id }) => _id !== id));
  if (unknown !== undefined)
    throw new ProductError("not_found", `The project ${project.name} has no scenario "${unknown}".`);
  const labels = found.map(({ label }) => label);
  if (remove) {
    await requireUnnamed(ctx, project._id, found);
    const dropped: KeptWideRule[] = [];
    for (const scenario of found) dropped.push(...(await deleteScenario(models, scenario)));
    await auditDropped(ctx, caller, project.slug, dropped);
    await recordAudit(ctx, caller, "scenario.delete", project._id, { project: project.slug, labels });
    return { changed: 0, removed: found.length };
  }
  const set = given(change ?? {});
  if (Object.keys(set).length === 0) throw fieldError("change", "Give change or remove.");
  requireModes(project, found, set);
  await writeChanges(models, project._id, wanted, set);
  await recordAudit(ctx, caller, "scenario.change", project._id, { project: project.slug, labels, ...set });
  return { changed: found.length, removed: 0 };
}

/** Also checked if only the viewports change, because together with the modes there may be too many screenshots. */
function requireModes(project: Project, scenarios: readonly Scenario[], set: BulkChange): void {
  const known = Object.keys(project.modes ?? {});
  const wrong = scenarios.flatMap(({ modes, viewports }) => modeProblems({ modes, viewports, ...set }, known));
  const [first] = wrong;
  if (first) throw refused("The scenarios cannot be changed", [{ ...first, path: `change.${first.path}` }]);
}
