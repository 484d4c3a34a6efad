// Jobs of the gateway's tools: started, and followed to their end.
import { setTimeout as sleep } from "node:timers/promises";
import { CLIENT_EXIT, ClientError } from "./exit.ts";
import type { Service } from "./service.ts";

export type JobStatus<T> = {
  jobId: string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  progress: { done: number; total: number; phase: string };
  result?: T;
  error?: string;
};

/** What the gateway adds for agents, about texts of tested pages. */
const FOR_AGENTS = /^data\.\S+ quotes? /;

export type JobEnd<T> = { result: T; warnings: string[] };

/** Below the limit of tool calls a minute, which other commands of the key share. */
const POLL_MS = 2_000;

/** Starts the job of a tool. Throws ClientError where the tool says no. */
export async function startJob(service: Service, tool: string, args: Record<string, unknown>): Promise<string> {
  const { data } = await service.invoke<{ jobId: string }>(tool, args);
  return data.jobId;
}

/** What the job answers at its end, and what it warns of. Throws ClientError (3) with its reason where it failed or was cancelled. */
export async function jobResult<T>(service: Service, jobId: string, signal: AbortSignal): Promise<JobEnd<T>> {
  for (;;) {
    const { data, warnings } = await service.invoke<JobStatus<T>>("get_job_status", { jobId }, { signal });
    if (data.status === "completed" && data.result !== undefined)
      return { result: data.result, warnings: warnings.filter((one) => !FOR_AGENTS.test(one)) };
    if (data.status === "failed" || data.status === "cancelled")
      throw new ClientError(CLIENT_EXIT.errored, "job", data.error ?? `The job ${jobId} ${data.status}.`);
    await sleep(POLL_MS, undefined, { signal });
  }
}
