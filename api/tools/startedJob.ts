// The answer of every tool that starts a job.
import { object, string } from "yup";
import type { NextAction } from "./tool.ts";

const QUEUED = "queued";

/** The same when the call joins a job that is under way: get_job_status says how far it is. */
export const startedData = object({
  jobId: string().required(),
  status: string().oneOf([QUEUED]).required(),
});

export const pollAction = (jobId: string): NextAction => ({
  label: "See how far it is",
  tool: "get_job_status",
  args: { jobId },
});

/** `summary`: a sentence with the job's id. */
export const startedJob = (jobId: string, summary: string, warnings: string[] = []) => ({
  summary,
  data: { jobId, status: QUEUED } as const,
  warnings,
  nextActions: [pollAction(jobId)],
});
