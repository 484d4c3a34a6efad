// The workers of one process: the orchestration queue (workflows, database, comparing) and the browser queue.
import { type NativeConnection, Worker } from "@temporalio/worker";
import { createCaptureActivities } from "../activities/capture/captureShot.ts";
import { createCompareActivities } from "../activities/compare/compareShot.ts";
import { createRecompareActivities } from "../activities/compare/recompareShots.ts";
import { createPictureActivities } from "../activities/compare/renderDiff.ts";
import type { CaptureDeps } from "../activities/deps.ts";
import { createPlanActivities } from "../activities/plan/planRun.ts";
import { createReconcileActivities } from "../activities/projection/reconcile.ts";
import { createProjectionActivities } from "../activities/projection/writeProjection.ts";
import { createPromoteActivities } from "../activities/promote/promoteShot.ts";
import { workflowBundle } from "./bundle.ts";
import { defaultBrowserSlots, ORCHESTRATION_SLOTS, type QueueRole, queueName } from "./queues.ts";
import { resultLimit } from "./resultLimit.ts";

export type WorkersOptions = {
  deps: CaptureDeps;
  connection: NativeConnection;
  roles: readonly QueueRole[];
  bundleDir: string;
};

/** What all workers of ours share. Heartbeats are let through every 500 ms, so that a cancel arrives in time. */
const SHARED = {
  maxHeartbeatThrottleInterval: "500ms",
  defaultHeartbeatThrottleInterval: "500ms",
  // After a worker is killed its cached workflows are waited for this long; the SDK's 10 s would stall queries and progress.
  stickyQueueScheduleToStartTimeout: "2s",
} as const;

/** Makes the workers of the roles this process plays; the caller runs them and shuts them down. */
export async function createWorkers(options: WorkersOptions): Promise<Worker[]> {
  const { deps, connection } = options;
  const { config } = deps;
  const queues = {
    orchestration: queueName(config.queuePrefix, "orchestration"),
    browser: queueName(config.queuePrefix, "browser"),
  };
  const shared = {
    ...SHARED,
    connection,
    namespace: config.temporalNamespace,
    shutdownGraceTime: config.shutdownGraceMs,
    shutdownForceTime: config.shutdownGraceMs + 10_000,
    interceptors: { activity: [resultLimit] },
  };
  const make: Record<QueueRole, () => Promise<Worker>> = {
    orchestration: async () =>
      Worker.create({
        ...shared,
        taskQueue: queues.orchestration,
        workflowBundle: await workflowBundle(options.bundleDir),
        maxConcurrentActivityTaskExecutions: ORCHESTRATION_SLOTS,
        activities: {
          ...createPlanActivities(deps),
          ...createCompareActivities(deps),
          ...createPromoteActivities(deps),
          ...createPictureActivities(deps),
          ...createRecompareActivities(deps),
          ...createProjectionActivities(deps),
          ...createReconcileActivities({ ...deps, queues }),
        },
      }),
    browser: () =>
      Worker.create({
        ...shared,
        taskQueue: queues.browser,
        maxConcurrentActivityTaskExecutions: config.browserSlots || defaultBrowserSlots(),
        activities: createCaptureActivities(deps),
      }),
  };
  return Promise.all(options.roles.map((role) => make[role]()));
}
