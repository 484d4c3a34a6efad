// When runs are deleted next, when they last were, and what the newest plan counted.
import { dueSweep } from "../../../domain/retention/announce.ts";
import type { CleanupCounts } from "../../../domain/retention/cleanup.ts";
import { lastCleanup, lastDailySweep, newestCleanup } from "../../../models/cleanups/queries.ts";
import { announcedSweep } from "../../../models/installations/sweeps.ts";
import type { OperationContext } from "../../lib/context.ts";

export type SweepStanding = {
  /** Whether sweeps run daily. */
  daily: boolean;
  /** Earliest time of the first sweep, or of one after a long pause; null if none is announced or it already ran. */
  announcedAt: Date | null;
  lastAt: Date | null;
  /** Error of the newest sweep, if it failed. */
  error: string | null;
  /** The plan if it is newer than the last sweep; null otherwise. */
  plan: { at: Date; counts: CleanupCounts } | null;
};

export async function sweepStanding({
  models,
  config,
  now,
}: Pick<OperationContext, "models" | "config" | "now">): Promise<SweepStanding> {
  const [last, lastDaily, newest, plan, announced] = await Promise.all([
    lastCleanup(models, "retention"),
    lastDailySweep(models),
    newestCleanup(models, "retention"),
    lastCleanup(models, "plan"),
    announcedSweep(models),
  ]);
  const daily = config.retention === "on";
  const lastAt = last?.finishedAt ?? null;
  const ended = { last: lastDaily?.finishedAt ?? null, planned: plan?.finishedAt ?? null };
  const due = dueSweep({ now: now(), ...ended, announced });
  // Stays true on the announced day until the sweep has run.
  const isAhead = announced !== null && (lastAt === null || announced > lastAt);
  const isNewer = plan !== null && (lastAt === null || plan.createdAt > lastAt);
  return {
    daily,
    announcedAt: daily && due.do !== "announce" && isAhead ? announced : null,
    lastAt,
    error: newest?.status === "failed" ? newest.error : null,
    plan: isNewer ? { at: plan.finishedAt ?? plan.createdAt, counts: plan.counts } : null,
  };
}
