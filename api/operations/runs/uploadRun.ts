// The run that a test runner uploads to.
import { ProductError } from "../../../domain/errors.ts";
import { modeNamed } from "../../../domain/visual/modes.ts";
import { heldArtifact } from "../../../models/artifacts/access.ts";
import { findProject } from "../../../models/projects/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { findRun } from "./findRun.ts";

/** Stored type of page maps, the same as for Plumbline's own captures. */
export const MAP_TYPE = "application/gzip";

export type UploadRun = Run & { upload: NonNullable<Run["upload"]> };

/** Throws if the run takes its own screenshots or is not visible to the caller. */
export async function findUploads(ctx: OperationContext, caller: Caller, runId: string): Promise<UploadRun> {
  const run = await findRun(ctx, caller, runId);
  if (!run.upload)
    throw new ProductError("conflict", `The run ${runId} takes its own screenshots and accepts no uploads.`);
  return run as UploadRun;
}

/** Throws if the run accepts no more uploads. */
export async function openRun(ctx: OperationContext, caller: Caller, runId: string): Promise<UploadRun> {
  const run = await findUploads(ctx, caller, runId);
  if (run.status !== "running" || run.upload.closedAt !== null) throw closed(runId);
  return run;
}

export const closed = (runId: string) =>
  new ProductError(
    "conflict",
    `The run ${runId} accepts no more screenshots: all its test runners have finished, or none was sent for too long. Use another PLUMBLINE_BUILD for a new run.`,
    { runId },
  );

/** Throws if the project has no such page map. */
export async function requireMap(ctx: OperationContext, { projectId }: Run, mapId: string): Promise<void> {
  const held = await heldArtifact(ctx.models, projectId, mapId);
  if (held?.contentType !== MAP_TYPE)
    throw new ProductError("validation_error", `map: the page map "${mapId}" was not sent before.`);
}

/** Returns the mode's name as used in results; null for the page without a mode. Throws if the project has no such mode. */
export async function requireMode(
  { models }: OperationContext,
  { projectId }: Pick<Run, "projectId">,
  name: string | undefined,
): Promise<string | null> {
  if (name === undefined) return null;
  const project = await findProject(models, projectId, { modes: 1 });
  const mode = modeNamed(name, project?.modes);
  if (mode === undefined)
    throw new ProductError("validation_error", `mode: the project has no mode "${name}". Define it in plumbline.yml.`);
  return mode?.name ?? null;
}
