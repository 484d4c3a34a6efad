// Names of results given by id.
import { projectsWithin } from "../../../models/projects/queries.ts";
import { placesOfShots } from "../../../models/shots/queries.ts";
import { reachOf, requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

/** Maximum number of results for the audit log entries of one page. */
const MAX_SHOTS = 2_000;

/** Returns the results that the caller may see, by id; `project` is its slug. */
export async function shotNames(ctx: OperationContext, caller: Caller, ids: readonly string[]) {
  requireReadRight(caller);
  const wanted = [...new Set(ids)].slice(0, MAX_SHOTS);
  if (wanted.length === 0) return new Map<string, { scenarioLabel: string; viewport: string; project: string }>();
  const [own, found] = await Promise.all([
    projectsWithin(ctx.models, reachOf(caller), { fields: { slug: 1 }, by: "slug" }),
    placesOfShots(ctx.models, wanted),
  ]);
  const slugs = new Map(own.map(({ _id, slug }) => [_id, slug]));
  return new Map(
    found.flatMap(({ _id, projectId, scenarioLabel, viewport }) => {
      const project = slugs.get(projectId);
      return project === undefined ? [] : [[_id, { scenarioLabel, viewport, project }] as const];
    }),
  );
}
