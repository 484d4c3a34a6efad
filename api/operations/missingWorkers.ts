// Which work nobody does just now, by what the workers report. Asked every few seconds at most, and never waited for.
import { serves } from "../../domain/locations.ts";
import { QUEUE_ROLES } from "../../domain/workflowNames.ts";
import { connectionOf } from "../../models/database/connectionOf.ts";
import { wantedLocations } from "../../models/work/locations.ts";
import { presentWorkers } from "../../models/workerPresence/queries.ts";
import type { OperationContext } from "../lib/context.ts";

/** Roles that no living worker has, and "browser@eu" for a location without one; null: not known yet. */
export type MissingWorkers = string[] | null;

const FRESH_MS = 5_000;
const known = new WeakMap<object, { at: number; missing: MissingWorkers; asking: boolean }>();

/** As it was known last; what is older than 5 s is asked for again behind the answer. */
export function lastMissingWorkers(ctx: Pick<OperationContext, "models" | "now">): MissingWorkers {
  const now = ctx.now().getTime();
  const key = connectionOf(ctx.models);
  const one = known.get(key) ?? { at: Number.NEGATIVE_INFINITY, missing: null, asking: false };
  known.set(key, one);
  if (!one.asking && now - one.at > FRESH_MS) {
    one.asking = true;
    missingWorkers(ctx)
      // Readiness says that the database is away.
      .catch(() => null)
      .then((missing) => Object.assign(one, { at: now, missing, asking: false }));
  }
  return one.missing;
}

export async function missingWorkers({ models, now }: Pick<OperationContext, "models" | "now">): Promise<string[]> {
  const [present, locations] = await Promise.all([presentWorkers(models, now()), wantedLocations(models)]);
  const roles = QUEUE_ROLES.filter((role) => !present.some((worker) => serves(worker, role, null)));
  const away = locations.filter((location) => !present.some((worker) => serves(worker, "browser", location)));
  return [...roles, ...away.map((location) => `browser@${location}`)];
}
