// Bulk changes of a project's scenarios: the same change for all, or deletion along with their rules.
import { isDeepStrictEqual } from "node:util";
import { fieldError, ProductError, TRY_AGAIN } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import { refused } from "../../../domain/import/problems.ts";
import type { ViewportName } from "../../../domain/visual/shot.ts";
import type { KeptWideRule } from "../../../domain/visual/wideRules/wideRule.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { scenariosWithIds } from "../../../models/scenarios/queries.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";
import { changeUnchangedScenario, deleteUnchangedScenario } from "../../../models/scenarios/writes.ts";
import { requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { modeProblems } from "../../lib/modeProblems.ts";
import { isCurrent, versionConflict } from "../../lib/versionConflict.ts";
import { auditDropped } from "../rules/auditDropped.ts";
import { scenarioFacts } from "./scenarioFacts.ts";
import { requireUnnamed } from "./usersOfScenario.ts";

export type BulkChange = { viewports?: ViewportName[]; delay?: number; misMatchThreshold?: number; modes?: string[] };

type Wanted = {
  project: Project;
  ids: string[];
  /** Revisions of `ids`. Without them, the current scenarios are changed. */
  revs?: number[];
  change?: BulkChange;
  remove?: boolean;
};

/** Maximum attempts if others write the same scenarios at the same time. */
const TRIES = 20;

/**
 * Throws `not_found` if one of the scenarios does not belong to the project, `conflict` if one to delete is still named, and `conflict` with
 * `now`, all of them that are left, if somebody else has changed one since its revision in `revs`; then nothing is changed. One that
 * already is as wanted is no conflict. If somebody is faster than a write, those before it are changed; the same call with the revisions of
 * `now` completes it.
 */
export async function changeScenarios(
  ctx: OperationContext,
  caller: Caller,
  { project, ids, revs, change, remove }: Wanted,
): Promise<{ changed: number; removed: number }> {
  requireRight(caller, "mcpWrite");
  const { models } = ctx;
  if (revs && revs.length !== ids.length) throw fieldError("revs", "Give one revision for each id.");
  const set = remove ? {} : given(change ?? {});
  if (!remove && Object.keys(set).length === 0) throw fieldError("change", "Give change or remove.");
  const seen = new Map(ids.map((id, index) => [id, revs?.[index]]));
  let removed = 0;
  for (let turn = 0; turn < TRIES; turn++) {
    // In one order, so that of two people who change the same scenarios at least one succeeds.
    const found = (await scenariosWithIds(models, project._id, [...seen.keys()])).sort((a, b) =>
      a._id < b._id ? -1 : 1,
    );
    const unknown = ids.find((id) => seen.has(id) && found.every(({ _id }) => _id !== id));
    if (unknown !== undefined && !revs && turn === 0)
      throw new ProductError("not_found", `The project ${project.name} has no scenario "${unknown}".`);
    const open = found.filter((scenario) => remove || !isDeepStrictEqual({ ...scenario, ...set }, scenario));
    if (revs) requireSeen(seen, found, open, { remove });
    if (remove) await requireUnnamed(ctx, project._id, open);
    else requireModes(project, open, set);
    const done: Scenario[] = [];
    const dropped: KeptWideRule[] = [];
    for (const scenario of open) {
      const rules = remove
        ? await deleteUnchangedScenario(models, scenario)
        : (await changeUnchangedScenario(models, scenario, set)) && [];
      if (!rules) break;
      done.push(scenario);
      dropped.push(...rules);
    }
    await auditDropped(ctx, caller, project.slug, dropped);
    const action = remove ? "scenario.delete" : "scenario.change";
    const labels = done.map(({ label }) => label);
    if (done.length > 0) await recordAudit(ctx, caller, action, project._id, { project: project.slug, labels, ...set });
    if (remove) {
      removed += done.length;
      for (const { _id } of done) seen.delete(_id);
    }
    if (done.length === open.length) return { changed: remove ? 0 : found.length, removed };
  }
  throw new ProductError("conflict", "Others keep changing the scenarios. Try again.", { reason: TRY_AGAIN });
}

/** Throws `conflict` if somebody else has changed one of `open` since it was seen, or deleted one that is to be changed. */
function requireSeen(
  seen: ReadonlyMap<string, number | undefined>,
  found: readonly Scenario[],
  open: readonly Scenario[],
  { remove = false }: { remove?: boolean | undefined },
): void {
  const changed = open.filter((scenario) => !isCurrent(scenario, seen.get(scenario._id))).length;
  const deleted = remove ? 0 : seen.size - found.length;
  if (changed + deleted === 0) return;
  const what = [changed && `changed ${changed}`, deleted && `deleted ${deleted}`].filter(Boolean).join(" and ");
  throw versionConflict(`Somebody else ${what} of the scenarios.`, { now: found.map(scenarioFacts) });
}

/** Also checked if only the viewports change, because together with the modes there may be too many screenshots. */
function requireModes(project: Project, scenarios: readonly Scenario[], set: BulkChange): void {
  const known = Object.keys(project.modes ?? {});
  const wrong = scenarios.flatMap(({ modes, viewports }) => modeProblems({ modes, viewports, ...set }, known));
  const [first] = wrong;
  if (first) throw refused("The scenarios cannot be changed", [{ ...first, path: `change.${first.path}` }]);
}
