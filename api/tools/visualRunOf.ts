// The finished visual test that a tool means: the one named, else the latest completed one.
import type { Run } from "../../models/run.ts";
import { findVisualRun } from "../operations/latestRun.ts";
import { runOf } from "./runOf.ts";
import type { ToolUse } from "./tool.ts";

/** Throws not_found with the nearest ids, validation_error for a run of another type, conflict while it is running. */
export async function visualRunOf(use: ToolUse, runId: string | undefined): Promise<Run> {
  // Asked first, because it knows the ids that were nearly named.
  const named = runId === undefined ? undefined : (await runOf(use, runId))._id;
  return findVisualRun(use.ctx, use.project, { runId: named, environment: use.environment?._id });
}
