// Starts jobs of the gateway's tools and waits for their results.
import { setTimeout as sleep } from "node:timers/promises";
import { CLIENT_EXIT, ClientError } from "./exit.ts";
import { newIdempotencyKey, type Service } from "./service.ts";

export type JobStatus<T> = {
  jobId: string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  progress: { done: number; total: number; phase: string };
  result?: T;
  error?: string;
};

/** Warning that the gateway adds for agents, about texts from tested pages. */
const FOR_AGENTS = /^data\.\S+ quotes? /;

export type JobEnd<T> = { result: T; warnings: string[] };

/** Stays below the limit of tool calls per minute, which other commands of the key share. */
const POLL_MS = 2_000;

/** Starts the job of a tool. Throws ClientError if the tool refuses. */
export async function startJob(service: Service, tool: string, args: Record<string, unknown>): Promise<string> {
  const { data } = await service.invoke<{ jobId: string }>(tool, args, { idempotencyKey: newIdempotencyKey() });
  return data.jobId;
}

/** Waits for the job and returns its result and warnings. Throws ClientError (3) with the reason if it failed or was cancelled. */
export async function jobResult<T>(service: Service, jobId: string, signal: AbortSignal): Promise<JobEnd<T>> {
  // Reading changes nothing, so a status whose answer was lost is requested again.
  const call = { signal, idempotencyKey: newIdempotencyKey() };
  for (;;) {
    const { data, warnings } = await service.invoke<JobStatus<T>>("get_job_status", { jobId }, call);
    if (data.status === "completed" && data.result !== undefined)
      return { result: data.result, warnings: warnings.filter((one) => !FOR_AGENTS.test(one)) };
    if (data.status === "failed" || data.status === "cancelled")
      throw new ClientError(CLIENT_EXIT.errored, "job", data.error ?? `The job ${jobId} ${data.status}.`);
    await sleep(POLL_MS, undefined, { signal });
  }
}
