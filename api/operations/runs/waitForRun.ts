// Waits until a run ends; the only request that may take long.
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { runStatus } from "../../../models/runs/lifecycle.ts";
import { latestRun } from "../../../models/runs/queries.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { pollUntil } from "../../lib/pollUntil.ts";
import { type RunStatusView, readRun } from "./readRun.ts";

/** Clients of the official MCP SDKs time out after 60 s. */
export const DEFAULT_WAIT_MS = 45_000;

export type Waited = { run: RunStatusView; timedOut: boolean };

/** Polls the stored state until the run has ended, `maxWaitMs` have passed or `signal` is aborted, and returns the run's state. */
export async function waitForRun(
  ctx: OperationContext,
  caller: Caller,
  { runId, maxWaitMs = DEFAULT_WAIT_MS }: { runId: string; maxWaitMs?: number },
  signal: AbortSignal,
): Promise<Waited> {
  requireReadRight(caller);
  // Unknown runs and runs of others are refused by `readRun`.
  await pollUntil(async () => (await runStatus(ctx.models, runId)) !== "running", { maxWaitMs, signal });
  const run = await readRun(ctx, caller, runId);
  return { run, timedOut: run.status === "running" };
}

/** Returns the run to wait for if none is named: the newest running one, otherwise the newest. Parts of full audits do not count. */
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
