// Retention sweeps requested by the operator: a plan that only counts, or the sweep itself.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { type CleanupTotals, NO_PROJECT, totalsOf } from "../../../domain/retention/cleanup.ts";
import type { RetentionKind } from "../../../domain/words/retention.ts";
import { findCleanup, insertCleanup } from "../../../models/cleanups/queries.ts";
import type { Cleanup } from "../../../models/cleanups/schema.ts";
import { slugsOf } from "../../../models/projects/queries.ts";
import { type AdminContext, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";

/** `project`: its slug, or `none` for data that belongs to no project. */
export type SweptProject = {
  project: string;
  runs: Partial<Record<RetentionKind, number>>;
  documents: number;
  artifacts: number;
  bytes: number;
};

export type SweepView = {
  id: string;
  status: Cleanup["status"];
  phase: string;
  createdAt: string;
  finishedAt: string | null;
  error: string | null;
  projects: SweptProject[];
  totals: CleanupTotals;
};

/** Requests a sweep or its plan from a worker. If one is already in progress, returns that one. */
export async function askForSweep(ctx: AdminContext, caller: Caller, kind: "retention" | "plan"): Promise<SweepView> {
  mustBeAllowed(caller, "operate");
  const id = makeId("cleanup", ctx.ulid());
  const cleanup = await insertCleanup(ctx.models, { _id: id, kind, at: ctx.now() });
  await recordAudit(ctx, caller, kind === "plan" ? "retention.plan" : "retention.run", cleanup._id);
  return viewOf(ctx, cleanup);
}

/** Returns the progress of a sweep. Throws `not_found`. */
export async function readSweep(ctx: AdminContext, caller: Caller, id: string): Promise<SweepView> {
  mustBeAllowed(caller, "operate");
  const cleanup = await findCleanup(ctx.models, id);
  if (cleanup === null) throw new ProductError("not_found", `There is no sweep ${id}.`);
  return viewOf(ctx, cleanup);
}

async function viewOf({ models }: AdminContext, cleanup: Cleanup): Promise<SweepView> {
  const { _id: id, status, phase, createdAt, finishedAt, error, counts } = cleanup;
  const slugs = await slugsOf(models, Object.keys(counts));
  const projects = Object.entries(counts).map(([projectId, { runs = {}, documents = 0, artifacts = 0, bytes = 0 }]) => {
    const project = projectId === NO_PROJECT ? NO_PROJECT : (slugs.get(projectId) ?? projectId);
    return { project, runs, documents, artifacts, bytes };
  });
  return {
    id,
    status,
    phase,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    error,
    projects: projects.sort((a, b) => b.bytes - a.bytes),
    totals: totalsOf(counts),
  };
}
