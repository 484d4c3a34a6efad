import { proxyActivities } from "@temporalio/workflow";
import type { RecompareActivities } from "../activities/compare/recompareShots.ts";
import type { RecompareResult } from "../domain/engine.ts";
import { POLICIES } from "./policies.ts";

/** Number of shots judged by one activity. A comparison takes some 100 ms, so an activity stays under half a minute. */
const BATCH = 50;

/** Judges the stored screenshots of a finished run again with the current rules and thresholds. */
export async function recompareRun(input: { runId: string; requestedBy: string }): Promise<RecompareResult> {
  const { listRecomparable, recompareShots, refreshSummary } = proxyActivities<RecompareActivities>(POLICIES.recompare);
  const result: RecompareResult = { recompared: 0, changed: [], skipped: [] };
  const ids = await listRecomparable(input.runId);
  for (let at = 0; at < ids.length; at += BATCH) {
    const part = await recompareShots(ids.slice(at, at + BATCH));
    result.recompared += part.recompared;
    result.changed.push(...part.changed);
    result.skipped.push(...part.skipped);
  }
  await refreshSummary(input);
  return result;
}
