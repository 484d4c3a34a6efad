// Result of starting a run, including its message.
import { given } from "../../../domain/given.ts";
import { askedSentence } from "../../../domain/history/asked.ts";
import { firstPicturesOnly } from "../../../domain/history/protection.ts";
import { rerunSentence } from "../../../domain/runs/rerun.ts";
import { RUN_NAME, type StatusType } from "../../../domain/runTypes.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { RunPlan, StartedRun } from "./runInput.ts";
import { nothingFailed, type WhatFailed } from "./whatFailed.ts";

/** Returns the result of a rerun of failures if nothing failed: the last run. */
export function notStarted(found: WhatFailed, { project, type }: RunPlan): StartedRun {
  const runId = found.last[0]?.runId ?? "";
  return {
    runId,
    projectId: project._id,
    projectSlug: project.slug,
    type,
    environmentId: null,
    environmentName: null,
    statusUrl: statusUrlOf({ _id: runId }),
    message: nothingFailed(found),
    started: false,
  };
}

/** Describes the response in documents. */
export const NOTHING_FAILED = "Of `failed`: nothing failed, so nothing was started.";

/** Returns the HTTP status for a start. */
export const startStatus = ({ started }: { started?: boolean }): 200 | 202 => (started === false ? 200 : 202);

export const statusUrlOf = (run: Pick<Run, "_id">) => `/api/ci/status/${run._id}`;

/** Returns the result for a run that has started, or waits for the durable engine. */
export function startedView(run: Run, project: Project): StartedRun {
  const where = run.preview ? ` at ${run.baseUrl}` : run.environmentName ? ` on ${run.environmentName}` : "";
  return {
    runId: run._id,
    projectId: run.projectId,
    projectSlug: run.projectSlug,
    type: run.type,
    environmentId: run.environmentId,
    environmentName: run.environmentName,
    statusUrl: statusUrlOf(run),
    message: [
      `${RUN_NAME[run.type]} of ${project.name}${where} started.`,
      ...(run.firstPicturesOnly ? [firstPicturesOnly(project.mainBranch)] : []),
      ...(run.against ? [askedSentence(run.against)] : []),
      ...(run.rerun ? [rerunSentence(run.rerun)] : []),
    ].join(" "),
    ...given({ types: run.rerun ? (Object.keys(run.rerun.runs) as StatusType[]) : undefined }),
  };
}
