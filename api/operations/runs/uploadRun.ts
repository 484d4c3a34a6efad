// The run into which a test runner uploads.
import { ProductError } from "../../../domain/errors.ts";
import { modeNamed } from "../../../domain/visual/modes.ts";
import { heldArtifact } from "../../../models/artifacts/access.ts";
import { findProject } from "../../../models/projects/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { findRun } from "./findRun.ts";

/** How page maps are kept, as those of Plumbline's own captures. */
export const MAP_TYPE = "application/gzip";

export type UploadRun = Run & { upload: NonNullable<Run["upload"]> };

/** Throws where the run takes its own screenshots, or is not the caller's. */
export async function findUploads(ctx: OperationContext, caller: Caller, runId: string): Promise<UploadRun> {
  const run = await findRun(ctx, caller, runId);
  if (!run.upload)
    throw new ProductError("conflict", `The run ${runId} takes its own screenshots and accepts no uploads.`);
  return run as UploadRun;
}

/** Throws where the run accepts no more. */
export async function openRun(ctx: OperationContext, caller: Caller, runId: string): Promise<UploadRun> {
  const run = await findUploads(ctx, caller, runId);
  if (run.status !== "running" || run.upload.closedAt !== null) throw closed(runId);
  return run;
}

export const closed = (runId: string) =>
  new ProductError(
    "conflict",
    `The run ${runId} accepts no more screenshots: all its test runners were done, or none was sent for too long. Use another PLUMBLINE_BUILD for a new run.`,
    { runId },
  );

/** Throws where the project holds no such page map. */
export async function requireMap(ctx: OperationContext, { projectId }: Run, mapId: string): Promise<void> {
  const held = await heldArtifact(ctx.models, projectId, mapId);
  if (held?.contentType !== MAP_TYPE)
    throw new ProductError("validation_error", `map: the page map "${mapId}" was not sent before.`);
}

/** The name as results have it; null: the page without a mode. Throws where the project has no such mode. */
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
