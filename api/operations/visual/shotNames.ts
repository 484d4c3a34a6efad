// What results that are known by their ids show.
import { projectsWithin } from "../../../models/projects/queries.ts";
import { placesOfShots } from "../../../models/shots/queries.ts";
import { reachOf, requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

/** Of an audit log's entries read at once. */
const MAX_SHOTS = 2_000;

/** Those that the caller may see, by their ids. */
export async function shotNames(ctx: OperationContext, caller: Caller, ids: readonly string[]) {
  requireReadRight(caller);
  const wanted = [...new Set(ids)].slice(0, MAX_SHOTS);
  if (wanted.length === 0) return new Map<string, { scenarioLabel: string; viewport: string }>();
  const [own, found] = await Promise.all([
    projectsWithin(ctx.models, reachOf(caller), { fields: { slug: 1 }, by: "slug" }),
    placesOfShots(ctx.models, wanted),
  ]);
  const projects = new Set(own.map(({ _id }) => _id));
  return new Map(
    found
      .filter(({ projectId }) => projects.has(projectId))
      .map(({ _id, scenarioLabel, viewport }) => [_id, { scenarioLabel, viewport }]),
  );
}
