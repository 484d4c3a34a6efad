// Queries and writes for starting, planning, cancelling and reporting a run.
import type { ReportFormat } from "../../domain/report/formats.ts";
import type { RunPart } from "../../domain/runs/part.ts";
import { partsOfType } from "../../domain/runTypes.ts";
import type { Reason } from "../../domain/visual/outcome.ts";
import { noteWorkChange } from "../changes/queries.ts";
import { isWritten, type Models } from "../index.ts";
import { countVisitedScenarios } from "../scenarios/queries.ts";
import type { Run } from "./schema.ts";
import { SHOWN } from "./shown.ts";

/** Inserts a new run. Returns false if there already is one with its id, which stays unchanged. */
export async function insertRun(models: Models, run: Run): Promise<boolean> {
  if (!(await isWritten(models.runs.create(run)))) return false;
  await noteWorkChange(models, "run", run._id);
  return true;
}

/** Where a run is searched: an organisation, or one of its projects. */
export type RunReach = { orgId: string; projectId?: string };

/** Returns the run with this id if it is within reach. */
export function runWithin(models: Models, runId: string, { orgId, projectId }: RunReach): Promise<Run | null> {
  return models.runs.findOne({ _id: runId, orgId, ...(projectId !== undefined && { projectId }) }).lean<Run>();
}

/** Returns the status of a run, or null if there is none with this id. */
export async function runStatus(models: Models, runId: string): Promise<Run["status"] | null> {
  const run = await models.runs.findOne({ _id: runId, ...SHOWN }, { status: 1 }).lean<Pick<Run, "status">>();
  return run?.status ?? null;
}

/** Returns the oldest run since `since` that waits for Temporal and was stored for an identical call, unless it has ended or was cancelled. */
export function keptRun(
  models: Models,
  { projectId, keptFor, since }: { projectId: string; keptFor: string; since: Date },
): Promise<Run | null> {
  return models.runs
    .findOne({
      projectId,
      status: "running",
      cancelledBy: null,
      createdAt: { $gt: since },
      "extra.keptFor": keptFor,
    })
    .sort({ createdAt: 1, _id: 1 })
    .lean<Run>();
}

/** Records for which call a run that has not started is stored. */
export async function keepRunFor(models: Models, runId: string, keptFor: string): Promise<void> {
  await models.runs.updateOne({ _id: runId, startedAt: null }, { $set: { "extra.keptFor": keptFor } });
}

/** Deletes a run that no workflow has started. */
export async function deleteUnstarted(models: Models, runId: string): Promise<void> {
  await models.runs.deleteOne({ _id: runId, startedAt: null, executionId: null });
}

export function runningParts(models: Models, runId: string): Promise<Pick<Run, "_id" | "cancelledBy">[]> {
  return models.runs
    .find({ parentRunId: runId, status: "running" }, { cancelledBy: 1 })
    .lean<Pick<Run, "_id" | "cancelledBy">[]>();
}

/** Records who cancelled the running parts of a full audit, unless already recorded. */
export async function markPartsCancelled(models: Models, runId: string, by: string): Promise<void> {
  await models.runs.updateMany(
    { parentRunId: runId, status: "running", cancelledBy: null },
    { $set: { cancelledBy: by } },
  );
}

/** Returns how many of its project's scenarios a run is limited to, or null if it includes all of them, or only its plan can tell. */
export async function partOfRun(models: Models, run: Run): Promise<RunPart | null> {
  const { type, scenarios, upload } = run;
  if (scenarios === null || upload || partsOfType(type) === "scenarios") return null;
  return { scenarios: scenarios.length, of: await countVisitedScenarios(models, run) };
}

/** Adds the results of a run's plan to `extra`. `part`: known only from the plan. */
export async function notePlan(
  models: Models,
  run: Run,
  plan: Record<string, unknown>,
  part?: RunPart | null,
): Promise<void> {
  const extra = { ...run.extra, ...plan };
  await models.runs.updateOne({ _id: run._id }, { $set: { extra, ...(part && { part }) } });
}

/** Replaces a running run's notes about its history; until it ends, these are all of its warnings. */
export async function noteHistory(models: Models, { _id }: Run, notes: Reason[]): Promise<void> {
  await models.runs.updateOne({ _id, status: "running" }, { $set: { historyNotes: notes, warnings: notes } });
}

/** Stores a report beside those of other formats, if the run has not changed since the report was written. */
export async function keepReport(models: Models, run: Run, format: ReportFormat, artifactId: string): Promise<void> {
  await models.runs.updateOne(
    { _id: run._id, status: run.status, resultsRevision: run.resultsRevision ?? null },
    { $set: { [`reports.${format}`]: artifactId } },
  );
}
