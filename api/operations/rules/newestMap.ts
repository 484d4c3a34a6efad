// Data needed to turn a rule described in words into a rule: the scenarios, and the elements of the newest screenshot.
import type { PageMap } from "../../../domain/visual/pageMap.ts";
import type { Scoped } from "../../../domain/visual/wideRules/scope.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";
import { mapsOf } from "../../../models/shots/facts.ts";
import { requireReadRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { newestShots } from "./newestShots.ts";

/** Maximum number of scenarios whose screenshots are searched for an element. */
const MAX_SCENARIOS = 5;

/** `project`: its slug. */
export async function scenariosForRules(
  ctx: OperationContext,
  caller: Caller,
  project: string,
): Promise<(Scoped & Pick<Scenario, "label" | "source" | "onlyBranches">)[]> {
  requireReadRight(caller);
  const { _id } = await resolveProject(ctx, caller, project);
  const fields = { label: 1, url: 1, tags: 1, source: 1, onlyBranches: 1 } as const;
  return scenariosOf(ctx.models, _id, { fields });
}

/** Returns the page map of the newest screenshot of the first scenario that has one; null if none has. */
export async function newestMapOf(
  ctx: OperationContext,
  caller: Caller,
  project: string,
  labels: readonly string[],
): Promise<PageMap | null> {
  requireReadRight(caller);
  const found = await resolveProject(ctx, caller, project);
  const wanted = new Set(labels.slice(0, MAX_SCENARIOS));
  for (const shot of await newestShots(ctx, found, wanted, MAX_SCENARIOS)) {
    const { testMap } = await mapsOf(ctx, shot);
    if (testMap) return testMap;
  }
  return null;
}
