// Creates the workers of a process: the orchestration queue (workflows, database, comparisons), the browser queue and the lab queue.
import { type NativeConnection, Worker, type WorkerOptions } from "@temporalio/worker";
import { createAuditPageActivities } from "../activities/audit/auditPage.ts";
import { createSiteActivities } from "../activities/audit/auditSite.ts";
import { createFinishAuditActivities } from "../activities/audit/finishAudit.ts";
import { createGatherActivities } from "../activities/audit/gatherPage.ts";
import { createLabActivities } from "../activities/audit/lighthouseSeo.ts";
import { createMergeActivities } from "../activities/audit/mergeCauses.ts";
import { createCaptureActivities } from "../activities/capture/captureShot.ts";
import { createCompareActivities } from "../activities/compare/compareShot.ts";
import { createJudgeUploadActivities } from "../activities/compare/judgeUpload.ts";
import { createRecompareActivities } from "../activities/compare/recompareShots.ts";
import { createPictureActivities } from "../activities/compare/renderDiff.ts";
import type { AuditDeps, CaptureDeps, ScheduleDeps } from "../activities/deps.ts";
import { createErasureActivities } from "../activities/erasure/erasure.ts";
import { createFinishFeatureRunActivities } from "../activities/functional/finishFeatureRun.ts";
import { createFinishHealActivities, createHealActivities } from "../activities/functional/heal/healStep.ts";
import { createPlanFeatureRunActivities } from "../activities/functional/planFeatureRun.ts";
import { createScenarioActivities } from "../activities/functional/runScenarioAttempt.ts";
import { createInspectActivities } from "../activities/inspect/inspectPage.ts";
import { createCrawlActivities } from "../activities/jobs/crawl/index.ts";
import { createExploreActivities, createExploreBrowserActivities } from "../activities/jobs/explore/index.ts";
import { createJobProjectionActivities } from "../activities/jobs/jobProjection.ts";
import { createProposeActivities } from "../activities/jobs/proposeScenarios.ts";
import { createDeliverActivities } from "../activities/notify/deliver.ts";
import { createTellActivities } from "../activities/notify/tellVerdicts.ts";
import { createPlanAuditActivities } from "../activities/plan/planAudit.ts";
import { createPlanActivities } from "../activities/plan/planRun.ts";
import { createSuiteActivities } from "../activities/plan/suite.ts";
import { createReconcileActivities } from "../activities/projection/reconcile.ts";
import { createProjectionActivities } from "../activities/projection/writeProjection.ts";
import { createConfirmActivities } from "../activities/promote/confirmShot.ts";
import { createPromoteActivities } from "../activities/promote/promoteShot.ts";
import type { ProveDeps } from "../activities/prove/deps.ts";
import { createProveActivities } from "../activities/prove/index.ts";
import { createLivePages } from "../activities/recording/livePages.ts";
import { createRecordingActivities, createRecordingPageActivities } from "../activities/recording/recordTurn.ts";
import { createReportActivities } from "../activities/report/renderReport.ts";
import { createRetentionActivities } from "../activities/retention/retention.ts";
import { createScheduleActivities } from "../activities/schedules/schedules.ts";
import type { HostGate } from "../browsers/hostGate.ts";
import { deploymentOf, VERSIONING_DEFAULT } from "../domain/deployments.ts";
import { queuesAt } from "../domain/locations.ts";
import type { QueueRole } from "../domain/workflowNames.ts";
import { defaultBrowserSlots, idleBrowserSlots, ORCHESTRATION_SLOTS, queueNames } from "../platform/queues.ts";
import { isTracing } from "../platform/tracing/spans.ts";
import { beats } from "./beats.ts";
import { browserSlots } from "./browserSlots.ts";
import { workflowBundle } from "./bundle.ts";
import { checkInputs, withShapes } from "./checkInputs.ts";
import { countActivities } from "./countActivities.ts";
import { endDefects } from "./endDefects.ts";
import type { WorkerMetrics } from "./metrics.ts";
import type { PaceMeter } from "./pace.ts";
import { resultLimit } from "./resultLimit.ts";
import { storageFull } from "./storageFull.ts";
import { traceActivities, traceSinks } from "./traceActivities.ts";

export type WorkersOptions = {
  deps: CaptureDeps & AuditDeps & ProveDeps & Pick<ScheduleDeps, "takeDue"> & { metrics: WorkerMetrics };
  connection: NativeConnection;
  roles: readonly QueueRole[];
  bundleDir: string;
  /** Build id; null for workers without versions. */
  build: string | null;
  /** Measures the pace of the browsers. */
  pace: PaceMeter;
  gate: Pick<HostGate, "isWaitedFor">;
};

/** Options that all workers share. Heartbeats are sent every 500 ms, so that a cancellation arrives in time. */
const SHARED = {
  maxHeartbeatThrottleInterval: "500ms",
  defaultHeartbeatThrottleInterval: "500ms",
  // How long tasks wait for a worker's cached workflows after it was killed; the SDK's 10 s would stall queries and progress.
  stickyQueueScheduleToStartTimeout: "2s",
} as const;

/** Interceptors of every activity, outermost first. */
export const ACTIVITY_INTERCEPTORS = [beats, checkInputs, storageFull, endDefects, resultLimit] as const;

/** The number of polls follows the load: many while much is waiting, few while nothing is. */
const WORKFLOW_POLLS = { type: "autoscaling", minimum: 2, initial: 10, maximum: 40 } as const;

/** Slots of a worker that runs only activities; the SDK requires all kinds to be set. */
const FIXED = {
  workflowTaskSlotSupplier: { type: "fixed-size", numSlots: 2 },
  localActivityTaskSlotSupplier: { type: "fixed-size", numSlots: 1 },
  nexusTaskSlotSupplier: { type: "fixed-size", numSlots: 1 },
} as const;

/** Returns the maximum number of screenshots and pages at the same time. */
export const browserSlotsOf = ({ browserSlots: set }: { browserSlots: number }): number => set || defaultBrowserSlots();

/** Returns the options that make a worker part of a version. */
export function versionOf(
  deploymentName: string,
  build: string | null,
): Pick<WorkerOptions, "workerDeploymentOptions"> {
  if (build === null) return {};
  const version = { deploymentName, buildId: build };
  return {
    workerDeploymentOptions: { useWorkerVersioning: true, version, defaultVersioningBehavior: VERSIONING_DEFAULT },
  };
}

/** Maximum number of recording turns at the same time on pages held by this process. */
const HOME_SLOTS = 2;

/**
 * Creates a worker for each of the process's roles, in order, followed by one for the queue that belongs to this process alone. The caller
 * runs them and shuts them down.
 */
export async function createWorkers(options: WorkersOptions): Promise<Worker[]> {
  const { deps, connection } = options;
  const { config } = deps;
  // Runs are started with the queue names without a location; a worker serves the queues of its own location.
  const queues = queueNames(config.queuePrefix ?? "");
  const own = queuesAt(queues, config.location);
  const slots = browserSlotsOf(config);
  const shared = {
    ...SHARED,
    connection,
    namespace: config.temporalNamespace,
    ...versionOf(deploymentOf(config.queuePrefix ?? ""), options.build),
    shutdownGraceTime: config.shutdownGraceMs,
    shutdownForceTime: config.shutdownGraceMs + 10_000,
    sinks: traceSinks,
    interceptors: {
      activity: [...(isTracing() ? [traceActivities] : []), countActivities(deps.metrics), ...ACTIVITY_INTERCEPTORS],
    },
  };
  const home = `${queues.browser}-${deps.ulid().toLowerCase()}`;
  const recordingPages = createRecordingPageActivities(deps, createLivePages(), home);
  const make: Record<QueueRole, () => Promise<Worker>> = {
    orchestration: async () =>
      Worker.create({
        ...shared,
        taskQueue: queues.orchestration,
        workflowBundle: await workflowBundle(options.bundleDir),
        maxConcurrentActivityTaskExecutions: ORCHESTRATION_SLOTS,
        workflowTaskPollerBehavior: WORKFLOW_POLLS,
        activityTaskPollerBehavior: { type: "autoscaling", minimum: 2, initial: 10, maximum: ORCHESTRATION_SLOTS },
        activities: withShapes({
          ...createPlanActivities(deps),
          ...createCompareActivities(deps),
          ...createJudgeUploadActivities(deps),
          ...createPromoteActivities(deps),
          ...createConfirmActivities(deps),
          ...createPictureActivities(deps),
          ...createRecompareActivities(deps),
          ...createProjectionActivities(deps),
          ...createReconcileActivities({ ...deps, queues }),
          ...createRetentionActivities(deps),
          ...createErasureActivities({ ...deps, queues }),
          ...createTellActivities({ ...deps, queues }),
          ...createDeliverActivities(deps),
          ...createScheduleActivities({ ...deps, queues }),
          ...createPlanAuditActivities(deps),
          ...createAuditPageActivities(deps),
          ...createSiteActivities(deps),
          ...createMergeActivities(deps),
          ...createFinishAuditActivities(deps),
          ...createSuiteActivities(deps),
          ...createPlanFeatureRunActivities(deps),
          ...createFinishFeatureRunActivities(deps),
          ...createJobProjectionActivities(deps),
          ...createCrawlActivities(deps),
          ...createExploreActivities(deps),
          ...createProposeActivities(deps),
          ...createProveActivities(deps),
          ...createRecordingActivities(deps),
          ...createFinishHealActivities(deps),
        }),
      }),
    browser: () =>
      Worker.create({
        ...shared,
        interceptors: { activity: [...shared.interceptors.activity, options.pace.interceptor] },
        taskQueue: own.browser,
        tuner: {
          ...FIXED,
          // A number set by the operator applies regardless of memory and processors.
          activityTaskSlotSupplier:
            config.browserSlots > 0
              ? { type: "fixed-size", numSlots: slots }
              : browserSlots({ most: slots, mostIdle: idleBrowserSlots(), isWaiting: options.gate.isWaitedFor }),
        },
        activityTaskPollerBehavior: { type: "autoscaling", minimum: 1, initial: Math.min(5, slots), maximum: slots },
        activities: withShapes({
          ...createCaptureActivities(deps),
          ...createGatherActivities(deps),
          ...createReportActivities(deps),
          ...createScenarioActivities(deps),
          ...createHealActivities(deps),
          ...createInspectActivities(deps),
          ...createExploreBrowserActivities(deps),
          ...recordingPages,
        }),
      }),
    lab: () =>
      Worker.create({
        ...shared,
        taskQueue: own.lab,
        // Only one measurement at a time per host.
        maxConcurrentActivityTaskExecutions: 1,
        activities: withShapes({ ...createGatherActivities(deps), ...createLabActivities(deps) }),
      }),
  };
  const makeHome = () =>
    Worker.create({
      ...shared,
      // Not versioned: a queue that ends with its process would remain listed among those of the version.
      workerDeploymentOptions: undefined,
      taskQueue: home,
      maxConcurrentActivityTaskExecutions: HOME_SLOTS,
      maxConcurrentActivityTaskPolls: HOME_SLOTS,
      activities: withShapes(recordingPages),
    });
  return Promise.all([
    ...options.roles.map((role) => make[role]()),
    ...(options.roles.includes("browser") ? [makeHome()] : []),
  ]);
}
