// Waits for a run to end: the one request of the service that may take its time.
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { runStatus } from "../../../models/runs/lifecycle.ts";
import { latestRun } from "../../../models/runs/queries.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { pollUntil } from "../../lib/pollUntil.ts";
import { type RunStatusView, readRun } from "./readRun.ts";

/** Clients of the official MCP SDKs give a call up after 60 s. */
export const DEFAULT_WAIT_MS = 45_000;

export type Waited = { run: RunStatusView; timedOut: boolean };

/** Reads the projection until the run has ended, `maxWaitMs` are over or `signal` fires, and answers how it stands then. */
export async function waitForRun(
  ctx: OperationContext,
  caller: Caller,
  { runId, maxWaitMs = DEFAULT_WAIT_MS }: { runId: string; maxWaitMs?: number },
  signal: AbortSignal,
): Promise<Waited> {
  requireReadRight(caller);
  // Unknown runs, and those of others, are refused by the read.
  await pollUntil(async () => (await runStatus(ctx.models, runId)) !== "running", { maxWaitMs, signal });
  const run = await readRun(ctx, caller, runId);
  return { run, timedOut: run.status === "running" };
}

/** What is waited for when no run is named: the newest that is going on, else the newest. Parts of a full audit do not count. */
export async function newestRun(
  ctx: OperationContext,
  caller: Caller,
  { project, environment }: { project: Project; environment: Environment | null },
): Promise<string | null> {
  requireReadRight(caller);
  const place = { project, environmentId: environment?._id };
  const run = (await latestRun(ctx.models, place, { status: "running" })) ?? (await latestRun(ctx.models, place));
  return run?._id ?? null;
}
