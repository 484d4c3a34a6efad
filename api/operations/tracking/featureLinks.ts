// Links of events to features. Only existing features can be linked, because a link to a missing feature would promise a proof that never
// comes.
import type { FieldProblem } from "../../../domain/import/problems.ts";
import { hintOf } from "../../../domain/nearest.ts";
import type { PlanEvent } from "../../../domain/pillars/tracking/plan.ts";
import { listFeatures } from "../../../models/features/queries.ts";
import type { OperationContext } from "../../lib/context.ts";

type Linked = Pick<PlanEvent, "id" | "frtLinks">;

/** Returns the paths of new links to missing features; stored links may have lost their feature. */
export async function brokenLinks(
  ctx: Pick<OperationContext, "models">,
  projectId: string,
  events: readonly Linked[],
  stored: readonly Linked[],
): Promise<FieldProblem[]> {
  const kept = new Set(stored.flatMap(({ id, frtLinks }) => frtLinks.map((link) => keyOf(id, link.featureId))));
  const fresh = events.flatMap(({ id, frtLinks }, i) =>
    frtLinks.flatMap(({ featureId }, j) =>
      kept.has(keyOf(id, featureId)) ? [] : [{ path: `events[${i}].frtLinks[${j}].featureId`, featureId }],
    ),
  );
  if (fresh.length === 0) return [];
  const known = (await listFeatures(ctx.models, projectId)).map((one) => one.featureId);
  const there = new Set(known);
  const unknown = fresh.filter(({ featureId }) => !there.has(featureId));
  const hints = new Map<string, string>();
  return unknown.map(({ path, featureId }) => {
    // Suggestions are limited and cached per feature, because finding the closest ids is slow.
    const hint = hints.get(featureId) ?? (hints.size < MAX_HINTS ? hintOf(featureId, known, NONE) : "");
    hints.set(featureId, hint);
    return { path, message: `names the feature "${featureId.slice(0, 100)}", which is not there.${hint}` };
  });
}

const keyOf = (eventId: string, featureId: string): string => JSON.stringify([eventId, featureId]);
const MAX_HINTS = 10;
const NONE = "Create or import the feature first; frt_list_features lists the existing ones.";
