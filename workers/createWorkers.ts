// The workers of one process: the orchestration queue (workflows, database, comparing) and the browser queue.
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
import type { AuditDeps, CaptureDeps } from "../activities/deps.ts";
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
import { createRecordingActivities, createRecordingPageActivities } from "../activities/recording/recordTurn.ts";
import { createReportActivities } from "../activities/report/renderReport.ts";
import { createRetentionActivities } from "../activities/retention/retention.ts";
import { createScheduleActivities } from "../activities/schedules/schedules.ts";
import { deploymentOf, VERSIONING_DEFAULT } from "../domain/deployments.ts";
import type { QueueRole } from "../domain/workflowNames.ts";
import { defaultBrowserSlots, ORCHESTRATION_SLOTS, queueNames } from "../platform/queues.ts";
import { isTracing } from "../platform/tracing/spans.ts";
import { workflowBundle } from "./bundle.ts";
import { checkInputs, withShapes } from "./checkInputs.ts";
import { countActivities } from "./countActivities.ts";
import { endDefects } from "./endDefects.ts";
import type { WorkerMetrics } from "./metrics.ts";
import { resultLimit } from "./resultLimit.ts";
import { storageFull } from "./storageFull.ts";
import { traceActivities, traceSinks } from "./traceActivities.ts";

export type WorkersOptions = {
  deps: CaptureDeps & AuditDeps & ProveDeps & { metrics: WorkerMetrics };
  connection: NativeConnection;
  roles: readonly QueueRole[];
  bundleDir: string;
  /** Null: workers without versions. */
  build: string | null;
};

/** What all workers of ours share. Heartbeats are let through every 500 ms, so that a cancel arrives in time. */
const SHARED = {
  maxHeartbeatThrottleInterval: "500ms",
  defaultHeartbeatThrottleInterval: "500ms",
  // After a worker is killed its cached workflows are waited for this long; the SDK's 10 s would stall queries and progress.
  stickyQueueScheduleToStartTimeout: "2s",
} as const;

/** What makes a worker one of a version. */
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

/** Makes the workers of the roles this process plays; the caller runs them and shuts them down. */
export async function createWorkers(options: WorkersOptions): Promise<Worker[]> {
  const { deps, connection } = options;
  const { config } = deps;
  const queues = queueNames(config.queuePrefix ?? "");
  const shared = {
    ...SHARED,
    connection,
    namespace: config.temporalNamespace,
    ...versionOf(deploymentOf(config.queuePrefix ?? ""), options.build),
    shutdownGraceTime: config.shutdownGraceMs,
    shutdownForceTime: config.shutdownGraceMs + 10_000,
    sinks: traceSinks,
    interceptors: {
      activity: [
        ...(isTracing() ? [traceActivities] : []),
        countActivities(deps.metrics),
        checkInputs,
        storageFull,
        endDefects,
        resultLimit,
      ],
    },
  };
  const make: Record<QueueRole, () => Promise<Worker>> = {
    orchestration: async () =>
      Worker.create({
        ...shared,
        taskQueue: queues.orchestration,
        workflowBundle: await workflowBundle(options.bundleDir),
        maxConcurrentActivityTaskExecutions: ORCHESTRATION_SLOTS,
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
        taskQueue: queues.browser,
        maxConcurrentActivityTaskExecutions: config.browserSlots || defaultBrowserSlots(),
        activities: withShapes({
          ...createCaptureActivities(deps),
          ...createGatherActivities(deps),
          ...createReportActivities(deps),
          ...createScenarioActivities(deps),
          ...createHealActivities(deps),
          ...createInspectActivities(deps),
          ...createExploreBrowserActivities(deps),
          ...createRecordingPageActivities(deps),
        }),
      }),
    lab: () =>
      Worker.create({
        ...shared,
        taskQueue: queues.lab,
        // One measurement at a time on a host.
        maxConcurrentActivityTaskExecutions: 1,
        activities: withShapes({ ...createGatherActivities(deps), ...createLabActivities(deps) }),
      }),
  };
  return Promise.all(options.roles.map((role) => make[role]()));
}
