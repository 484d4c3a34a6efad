// Kinds of work that no worker currently does, according to what workers report. Refreshed every few seconds at most and never awaited.
import { serves, unservedAt } from "../../domain/locations.ts";
import { QUEUE_ROLES } from "../../domain/workflowNames.ts";
import { connectionOf } from "../../models/database/connectionOf.ts";
import { wantedLocations } from "../../models/work/locations.ts";
import { presentWorkers } from "../../models/workerPresence/queries.ts";
import type { OperationContext } from "../lib/context.ts";

/** Roles that no living worker has, and "browser@eu" or "lab@eu" for a location without one; null if not known yet. */
export type MissingWorkers = string[] | null;

const FRESH_MS = 5_000;
const known = new WeakMap<object, { at: number; missing: MissingWorkers; asking: boolean }>();

/** Returns the last known value. A value older than 5 s is refreshed in the background. */
export function lastMissingWorkers(ctx: Pick<OperationContext, "models" | "now">): MissingWorkers {
  const now = ctx.now().getTime();
  const key = connectionOf(ctx.models);
  const one = known.get(key) ?? { at: Number.NEGATIVE_INFINITY, missing: null, asking: false };
  known.set(key, one);
  if (!one.asking && now - one.at > FRESH_MS) {
    one.asking = true;
    missingWorkers(ctx)
      // Readiness already reports that the database is down.
      .catch(() => null)
      .then((missing) => Object.assign(one, { at: now, missing, asking: false }));
  }
  return one.missing;
}

export async function missingWorkers({ models, now }: Pick<OperationContext, "models" | "now">): Promise<string[]> {
  const [present, locations] = await Promise.all([presentWorkers(models, now()), wantedLocations(models)]);
  const roles = QUEUE_ROLES.filter((role) => !present.some((worker) => serves(worker, role, null)));
  return [...roles, ...unservedAt(present, locations).map(({ role, location }) => `${role}@${location}`)];
}
