// Plays a branch of a workflow: activities that lead to it, and what happens during the run.
import { Context } from "@temporalio/activity";
import { JOB_KINDS, type JobKind } from "../../../domain/jobs/kinds.ts";
import { type StatusType, WORKFLOW_OF } from "../../../domain/runTypes.ts";
import type { Fakes, openFakeWorld } from "../fakes.ts";

export type FakeWorld = Awaited<ReturnType<typeof openFakeWorld>>;

/** `id`: of the workflow whose history is recorded. `play`: sets the activities, and what happens while it runs. */
export type Branch = {
  name: string;
  id: string;
  play(world: FakeWorld): Promise<unknown>;
  /** Which execution to record: the last one by default. */
  execution?: "first";
};

export const PROJECT = { projectId: "prj_1", projectSlug: "shop", environment: "" };
export const RUN_WRITES: Fakes = {
  writeProjection: async () => true,
  finishRun: async (input: { failure?: unknown }) => endOf(input),
  finishAudit: async (input: { failure?: unknown }) => endOf(input),
  finishSuite: async (input: { failure?: unknown }) => endOf(input),
  finishFeatureRun: async (input: { failure?: unknown }) => endOf(input),
};
export const JOB_WRITES: Fakes = { writeJobProgress: async () => true, failJob: async () => undefined };
const endOf = ({ failure }: { failure?: unknown }) =>
  failure ? { status: "failed", verdict: null } : { status: "completed", verdict: "fail" };

/** Returns the number at the end of a shot's or a page's id. */
export const numberOf = (id: string) => Number(id.slice(-5));
export const passed = async () => ({ state: "decided", status: "passed" });
/** Ignores rejections, because the history of a failed or cancelled run or job is recorded too. */
export const settled = (work: Promise<unknown>) => work.catch(() => undefined);

export const run = (world: FakeWorld, runId: string, type: StatusType, more: object = {}) =>
  settled(world.execute(WORKFLOW_OF[type], `run-${runId}`, { runId, type, ...PROJECT, queues: world.queues, ...more }));
export const job = (world: FakeWorld, jobId: string, kind: JobKind, more: object = {}) =>
  settled(
    world.execute(JOB_KINDS[kind].workflow, `job-${jobId}`, { jobId, kind, ...PROJECT, queues: world.queues, ...more }),
  );

/** An activity that runs until it is cancelled. */
export const untilCancelled = async (begun: () => void): Promise<never> => {
  const { cancelled, heartbeat } = Context.current();
  const beat = setInterval(() => heartbeat(), 100);
  begun();
  return cancelled.finally(() => clearInterval(beat));
};

export const ofRun = (
  name: string,
  type: StatusType,
  plan: object,
  fakes: Fakes,
  more: object = {},
  execution?: "first",
): Branch => ({
  name,
  id: `run-${name}`,
  ...(execution && { execution }),
  play(world) {
    const planned = async () => plan;
    const plans = { planRun: planned, planAudit: planned, planSuite: planned, planFeatureRun: planned };
    world.play({ ...RUN_WRITES, ...plans, ...fakes });
    return run(world, name, type, more);
  },
});
export const ofJob = (name: string, kind: JobKind, fakes: Fakes, more: object = {}, execution?: "first"): Branch => ({
  name,
  id: `job-${name}`,
  ...(execution && { execution }),
  play(world) {
    world.play({ ...JOB_WRITES, ...RUN_WRITES, ...fakes });
    return job(world, name, kind, more);
  },
});

/** Cancels a workflow as soon as `begun` was called this many times. */
export const cancelAt = (world: FakeWorld, workflowId: string, times: number) => {
  let count = 0;
  return () => {
    count += 1;
    if (count === times) void world.client.workflow.getHandle(workflowId).cancel();
  };
};

/** Batches that do not end before the fifth. */
export const crawling = (): Fakes => {
  let pages = 0;
  const counts = () => ({ pages, waiting: 0, known: pages, asked: pages, leftOut: 0 });
  return {
    planCrawl: async () => undefined,
    async crawlBatch() {
      pages += 1;
      return { left: Math.max(0, 5 - pages), counts: counts(), workedMs: 10 };
    },
    finishCrawl: async () => undefined,
  };
};
