// Answer of every tool that starts a job.
import { object, string } from "yup";
import type { NextAction } from "./tool.ts";

const QUEUED = "queued";

/** Also returned if the call joins a job that is already running; get_job_status reports its progress. */
export const startedData = object({
  jobId: string().required(),
  status: string().oneOf([QUEUED]).required(),
});

export const pollAction = (jobId: string): NextAction => ({
  label: "See how far it is",
  tool: "get_job_status",
  args: { jobId },
});

/** `summary` is a sentence that contains the job's id. */
export const startedJob = (jobId: string, summary: string, warnings: string[] = []) => ({
  summary,
  data: { jobId, status: QUEUED } as const,
  warnings,
  nextActions: [pollAction(jobId)],
});
