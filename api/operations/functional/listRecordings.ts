// Recordings of a project as the dashboard lists and shows them. Agents control them through tools.
import { ProductError } from "../../../domain/errors.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { findRecording, recentRecordings } from "../../../models/recordings/queries.ts";
import type { Recording } from "../../../models/recordings/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { gherkinOfRecording } from "./recordings.ts";

const LISTED = 50;

export async function listRecordings({ models }: OperationContext, caller: Caller, project: Project) {
  requireReadRight(caller);
  return { recordings: (await recentRecordings(models, project._id, LISTED)).map(view) };
}

/** Throws `not_found` for a recording of another project. */
export async function readRecording(
  { models }: OperationContext,
  caller: Caller,
  { project, recordingId }: { project: Project; recordingId: string },
) {
  requireReadRight(caller);
  const recording = await findRecording(models, recordingId);
  if (recording?.projectId !== project._id)
    throw new ProductError("not_found", `The project ${project.name} has no recording "${recordingId}".`);
  return { ...view(recording), steps: recording.steps, gherkin: gherkinOfRecording(recording) };
}

const view = (one: Recording) => ({
  recordingId: one._id,
  name: one.name,
  status: one.status,
  stepCount: one.steps.length,
  busy: one.turnId !== null,
  environmentName: one.environmentName,
  baseUrl: one.baseUrl,
  createdBy: one.createdBy,
  featureId: one.featureId,
  createdAt: one.createdAt.toISOString(),
  endedAt: one.endedAt?.toISOString() ?? null,
});
