// A run from its first line to its last note: what those who start, plan, cancel and report it ask and write.
import type { ReportFormat } from "../../domain/report/formats.ts";
import type { RunPart } from "../../domain/runs/part.ts";
import { partsOfType } from "../../domain/runTypes.ts";
import type { Reason } from "../../domain/visual/outcome.ts";
import { noteWorkChange } from "../changes/queries.ts";
import { isDuplicateKey, type Models } from "../index.ts";
import { countVisitedScenarios } from "../scenarios/queries.ts";
import type { Run } from "./schema.ts";
import { SHOWN } from "./shown.ts";

/** Writes a new run; false: one with its id is there already and stays as it is. */
export async function insertRun(models: Models, run: Run): Promise<boolean> {
  try {
    await models.runs.create(run);
    await noteWorkChange(models, "run", run._id);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

/** Within which runs one is looked for: an organisation's, or one project's of it. */
export type RunReach = { orgId: string; projectId?: string };

/** The run with this id, where it is within reach. */
export function runWithin(models: Models, runId: string, { orgId, projectId }: RunReach): Promise<Run | null> {
  return models.runs.findOne({ _id: runId, orgId, ...(projectId !== undefined && { projectId }) }).lean<Run>();
}

/** The status of a run; null: there is none with this id. */
export async function runStatus(models: Models, runId: string): Promise<Run["status"] | null> {
  const run = await models.runs.findOne({ _id: runId, ...SHOWN }, { status: 1 }).lean<Pick<Run, "status">>();
  return run?.status ?? null;
}

/** The oldest run since `since` that waits for Temporal and was kept for an equal call, unless it has ended or been cancelled. */
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

/** Notes for which call a run that has not started is kept. */
export async function keepRunFor(models: Models, runId: string, keptFor: string): Promise<void> {
  await models.runs.updateOne({ _id: runId, startedAt: null }, { $set: { "extra.keptFor": keptFor } });
}

/** Deletes a run that no workflow has begun. */
export async function deleteUnstarted(models: Models, runId: string): Promise<void> {
  await models.runs.deleteOne({ _id: runId, startedAt: null, executionId: null });
}

/** The parts of a full audit that go on. */
export function runningParts(models: Models, runId: string): Promise<Pick<Run, "_id" | "cancelledBy">[]> {
  return models.runs
    .find({ parentRunId: runId, status: "running" }, { cancelledBy: 1 })
    .lean<Pick<Run, "_id" | "cancelledBy">[]>();
}

/** Writes down who cancelled the parts of a full audit that go on, where nobody has. */
export async function markPartsCancelled(models: Models, runId: string, by: string): Promise<void> {
  await models.runs.updateMany(
    { parentRunId: runId, status: "running", cancelledBy: null },
    { $set: { cancelledBy: by } },
  );
}

/** How many of its project's scenarios a run is limited to; null: it takes them all, or only its plan tells. */
export async function partOfRun(models: Models, run: Run): Promise<RunPart | null> {
  const { type, scenarios, upload } = run;
  if (scenarios === null || upload || partsOfType(type) === "scenarios") return null;
  return { scenarios: scenarios.length, of: await countVisitedScenarios(models, run) };
}

/** Notes what the plan of a run found, beside what is in `extra`. `part`: what only the plan tells. */
export async function notePlan(
  models: Models,
  run: Run,
  plan: Record<string, unknown>,
  part?: RunPart | null,
): Promise<void> {
  const extra = { ...run.extra, ...plan };
  await models.runs.updateOne({ _id: run._id }, { $set: { extra, ...(part && { part }) } });
}

/** Writes anew what a run says of its history, while it goes on: until it ends these are all of its warnings. */
export async function noteHistory(models: Models, { _id }: Run, notes: Reason[]): Promise<void> {
  await models.runs.updateOne({ _id, status: "running" }, { $set: { historyNotes: notes, warnings: notes } });
}

/** Keeps a report, while the run stands as it did when the report was written. */
export async function keepReport(models: Models, run: Run, format: ReportFormat, artifactId: string): Promise<void> {
  await models.runs.updateOne(
    { _id: run._id, status: run.status, resultsRevision: run.resultsRevision ?? null },
    { $set: { reports: { ...run.reports, [format]: artifactId } } },
  );
}
