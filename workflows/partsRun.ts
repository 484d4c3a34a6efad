// The common body of runs with many parts (shots, audited pages): plan, work on a limited number at a time, finish. Deterministic.
import { patched, proxyActivities, upsertSearchAttributes, workflowInfo } from "@temporalio/workflow";
import type { Ended, Finishing } from "../activities/projection/endRun.ts";
import type { ProjectionActivities } from "../activities/projection/writeProjection.ts";
import type { RunProgress, RunStart } from "../domain/engine.ts";
import type { Waited } from "../domain/runs/siteAway.ts";
import { type QueueNames, SEARCH_ATTRIBUTES } from "../domain/workflowNames.ts";
import { continueOn } from "./continueOn.ts";
import { type Durable, durable, EndedAsFailed, isCancelled } from "./durable.ts";
import { POLICIES } from "./policies.ts";
import { type SiteWaits, siteWaits } from "./siteWaits.ts";

/** What a run passes to its next execution, so that one history contains at most PARTS_PER_EXECUTION parts. */
export type Carried = {
  cursor: number;
  seq: number;
  done: number;
  failed: number;
  total: number;
  window: number;
  /** How long the run has waited for its site. Missing in executions of older versions. */
  waited?: Waited;
  siteWaitsMs?: number[];
};

export type RunInput = RunStart & { queues: QueueNames; carried?: Carried };
export type RunEnd = { status: string; verdict: string | null };

/**
 * A part takes at most 3 activities with 3 events each, and as many workflow tasks, so 500 parts stay under 10,000 events. Waits for an
 * unavailable site are few and limited per run.
 */
export const PARTS_PER_EXECUTION = 500;
/** Progress is written at most once per this number of finished parts. */
const PROGRESS_EVERY = 10;
/** Phase shown while the site is unavailable. */
const WAITING = "waiting for the site";

/** Runs started before this patch ended while parts were still in progress. */
const PARTS_END_FIRST = "parts-end-before-their-run";

/** Runs started before this patch completed regardless of their status. */
const FAILED_RUNS_FAIL = "failed-runs-fail";

/** What one kind of run does. Any of it may be called again in a later execution of the same run. */
export type Parts = {
  /** Phase shown in the status while parts are being worked on. */
  working: string;
  /** Returns Markdown for the Temporal UI. */
  details(progress: RunProgress): string;
  /** Plans the run. `window`: number of parts in progress at the same time. */
  plan(execution: { runId: string; executionId: string }): Promise<{
    total: number;
    window: number;
    /** Waits for an unavailable site, if they differ from the default ones. */
    siteWaitsMs?: number[];
  }>;
  /** Called before `plan`, with a function that shows progress, for plans that take time. */
  planning?(show: (change: Partial<RunProgress>) => void): void;
  /** Works on one part and returns whether it failed; problems of the part itself are data and not thrown. "open": `again` will finish the part. */
  part(index: number, site: SiteWaits): Promise<boolean | "open">;
  /** Finishes the parts left open, after all other parts of this execution. `phase` is shown in the status. */
  again?: { phase: string; part(index: number, site: SiteWaits): Promise<boolean> };
  /** Called after the last part, in the last execution. */
  afterParts?(): Promise<void>;
  finish(input: Finishing): Promise<Ended>;
};

/** Runs all parts and ends with the verdict written. A failure of the run itself is written as well, so that a run never stays open. */
export async function partsRun<I extends RunInput>(input: I, parts: Parts): Promise<RunEnd> {
  const { runId, carried } = input;
  const { writeProjection } = proxyActivities<ProjectionActivities>({
    ...POLICIES.database,
    taskQueue: input.queues.orchestration,
  });
  const { seq = 0, done = 0, total = 0, failed = 0 } = carried ?? {};
  return durable(
    {
      kind: "run",
      id: { runId },
      from: { seq, progress: { phase: "planning", done, total, failed } },
      details: parts.details,
      writeProgress: writeProjection,
      fail: parts.finish,
    },
    (run) => doParts(run, input, parts),
  );
}

async function doParts(run: Durable<{ runId: string }>, input: RunInput, parts: Parts): Promise<RunEnd> {
  const { progress } = run;
  let window = input.carried?.window ?? 1;
  const cursor = input.carried?.cursor ?? 0;
  let siteWaitsMs = input.carried?.siteWaitsMs;
  if (!input.carried) {
    parts.planning?.(run.show);
    const plan = await parts.plan({ runId: input.runId, executionId: workflowInfo().runId });
    progress.total = plan.total;
    window = plan.window;
    siteWaitsMs = plan.siteWaitsMs;
  }
  let phase = parts.working;
  const site = siteWaits(input.carried?.waited, siteWaitsMs, (isWaiting) => {
    if (isWaiting) phase = progress.phase;
    if (isWaiting || progress.phase === WAITING) run.show({ phase: isWaiting ? WAITING : phase });
  });
  run.show({ phase: parts.working });
  if (progress.total > PROGRESS_EVERY) run.write();

  const open: number[] = [];
  const end = Math.min(progress.total, cursor + PARTS_PER_EXECUTION);
  await inLanes(run, range(cursor, end), window, async (index) => {
    const failed = await parts.part(index, site);
    if (failed === "open") open.push(index);
    count(run, failed === true);
  });
  if (parts.again && open.length > 0) {
    const { part } = parts.again;
    run.show({ phase: parts.again.phase, done: progress.done - open.length });
    if (progress.total > PROGRESS_EVERY) run.write();
    await inLanes(
      run,
      open.sort((a, b) => a - b),
      window,
      async (index) => count(run, await part(index, site)),
    );
  }
  await run.settle();
  if (end < progress.total) {
    const { done, failed, total } = progress;
    const waits = { waited: site.carried(), ...(siteWaitsMs && { siteWaitsMs }) };
    const carried: Carried = { cursor: end, seq: run.latest(), done, failed, total, window, ...waits };
    await continueOn<typeof signature>({ ...input, carried });
  }
  await parts.afterParts?.();
  progress.phase = "finishing";
  const { status, verdict, error } = await parts.finish(run.next());
  upsertSearchAttributes({ [SEARCH_ATTRIBUTES.verdict]: [verdict ?? status] });
  run.show({ phase: status });
  // A failed verdict is still a result; a run that could not measure anything has none, so its workflow fails.
  if (status === "failed" && patched(FAILED_RUNS_FAIL)) throw new EndedAsFailed(error ?? "Nothing could be measured.");
  return { status, verdict };
}

function count(run: Durable<{ runId: string }>, failed: boolean): void {
  const { progress } = run;
  if (failed) progress.failed += 1;
  progress.done += 1;
  if (progress.done % PROGRESS_EVERY !== 0) return;
  run.write();
  run.show();
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** Works on all parts, at most `window` at the same time. If one fails, or the run is cancelled, no further ones are started. */
async function inLanes(
  run: Durable<{ runId: string }>,
  indices: readonly number[],
  window: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let stopped = false;
  const lane = async () => {
    while (next < indices.length && !stopped) {
      const index = indices[next] as number;
      next += 1;
      await work(index);
    }
  };
  const lanes = Array.from({ length: Math.min(window, indices.length) }, lane);
  try {
    await Promise.all(lanes);
  } catch (error) {
    // Parts in progress finish first, because the end counts results, and a part that is written later would be missing.
    if (patched(PARTS_END_FIRST)) {
      stopped = true;
      run.show({ phase: isCancelled(error) ? "cancelling" : "stopping" });
      await Promise.allSettled(lanes);
    }
    throw error;
  }
}

declare function signature(input: RunInput): Promise<unknown>;
