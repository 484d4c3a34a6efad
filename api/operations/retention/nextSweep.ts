// What the next sweep deletes from a project, as shown on its card.
import { makeId } from "../../../domain/ids.ts";
import { noCounts, type ProjectCounts } from "../../../domain/retention/cleanup.ts";
import { byRetentionKind, type RetentionKind } from "../../../domain/words/retention.ts";
import { insertCleanup, openCleanups } from "../../../models/cleanups/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireAdmin, requireReadRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { sweepStanding } from "./standing.ts";

export type NextSweep = {
  daily: boolean;
  announcedAt: string | null;
  lastAt: string | null;
  error: string | null;
  counting: boolean;
  plan: (Omit<ProjectCounts, "runs"> & { at: string; runs: Record<RetentionKind, number> }) | null;
};

/** Returns the counts of the newest plan. */
export async function readNextSweep(ctx: OperationContext, caller: Caller, project: Project): Promise<NextSweep> {
  requireReadRight(caller);
  const [{ daily, announcedAt, lastAt, error, plan }, open] = await Promise.all([
    sweepStanding(ctx),
    openCleanups(ctx.models),
  ]);
  return {
    daily,
    announcedAt: announcedAt?.toISOString() ?? null,
    lastAt: lastAt?.toISOString() ?? null,
    error,
    counting: open.some(({ kind }) => kind === "plan"),
    plan: plan && { at: plan.at.toISOString(), ...countsIn(plan.counts[project._id]) },
  };
}

function countsIn(counted: ProjectCounts | undefined) {
  const { runs, ...counts } = { ...noCounts(), ...counted };
  return { ...counts, runs: byRetentionKind((kind) => runs[kind] ?? 0) };
}

/** Requests a new count from a worker. If one is already in progress, no other is started, because a plan covers all projects. */
export async function planNextSweep(ctx: OperationContext, caller: Caller, project: Project): Promise<NextSweep> {
  requireAdmin(caller);
  const { _id } = await insertCleanup(ctx.models, { _id: makeId("cleanup", ctx.ulid()), kind: "plan", at: ctx.now() });
  await recordAudit(ctx, caller, "retention.plan", _id, { project: project.slug });
  return readNextSweep(ctx, caller, project);
}
