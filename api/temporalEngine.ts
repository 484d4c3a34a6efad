// The API's durable engine: implements `RunEngine` with a Temporal client.
import {
  type Client,
  TimeoutFailure,
  type WorkflowExecutionDescription,
  WorkflowFailedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
} from "@temporalio/client";
import { defaultPayloadConverter } from "@temporalio/common";
import { PRIORITIES } from "../domain/durable/turn.ts";
import { WORK } from "../domain/durable/work.ts";
import type { ObservedWork, QueueBacklog, RecompareResult, RunEngine, RunProgress } from "../domain/engine.ts";
import { type ErrorCode, ProductError } from "../domain/errors.ts";
import { codeOfFailure, sentenceOfFailure } from "../domain/failureSentences.ts";
import { TURN_MS, type TurnOutcome } from "../domain/functional/recording.ts";
import { given } from "../domain/given.ts";
import { hostWaitAmong, SITE_WAIT } from "../domain/hostWaits.ts";
import { workflowIdOfJob, workflowIdOfRecording, workflowIdOfRun } from "../domain/ids.ts";
import { INSPECTION_MS } from "../domain/inspect/inspection.ts";
import { StrangerError } from "../domain/installation.ts";
import { PLACED_ROLES, queuesAt } from "../domain/locations.ts";
import {
  DECIDED,
  END_RECORDING,
  FAILURES,
  PROGRESS_QUERY,
  QUEUE_ROLES,
  type QueueNames,
  type QueueRole,
  RECORDING_TURN,
  type ShownProject,
  UPLOADS_DONE,
} from "../domain/workflowNames.ts";
import { putSchedule, removeSchedule } from "../platform/temporal/scheduleClock.ts";
import { shownAs } from "../platform/temporal/shownAs.ts";
import { startDeliveryWorkflow } from "../platform/temporal/startDeliveryWorkflow.ts";
import { startJobWorkflow } from "../platform/temporal/startJobWorkflow.ts";
import { startRunWorkflow } from "../platform/temporal/startRunWorkflow.ts";
import { troubleOf } from "./temporalTrouble.ts";

/** How long a trigger waits for Temporal before it answers 503. */
const DEADLINE_MS = 10_000;
/** Time limit for rendering a picture, and a report, within one request. */
const PICTURE_DEADLINE_MS = 60_000;
const REPORT_DEADLINE_MS = 180_000;
/** Time limit for the verdict of an uploaded screenshot, which a test waits for: Playwright's default timeout of a whole test is 30 s. */
const VERDICT_DEADLINE_MS = 45_000;
/** Temporal ends and reports workflows that time out; the API waits this much longer for that report. */
const LAST_WORD_MS = 5_000;

/** Deadline of readiness checks, metrics and decisions. */
const PROBE_DEADLINE_MS = 2_000;

/** How long the progress that a workflow reported is used again: a query costs worker and Temporal more than the rest of a status read. */
const RECENT_MS = 500;

/** Priority of workflows that a person is waiting for. Their activities inherit it. */
const LOOKED = { priorityKey: PRIORITIES.looked };

/** temporal.api.enums.v1.TaskQueueType */
const QUEUE_TYPES = { workflow: 1, activity: 2 } as const;

/** temporal.api.enums.v1.PendingActivityState: scheduled, but not running on a worker. */
const BETWEEN_ATTEMPTS = 1;

type AskedQueue = Pick<QueueBacklog, "queue" | "kind" | "location">;
/** Queues that need a worker. */
const SERVED: readonly AskedQueue[] = [
  { queue: "orchestration", kind: "workflow" },
  { queue: "orchestration", kind: "activity" },
  { queue: "browser", kind: "activity" },
  { queue: "lab", kind: "activity" },
];
/** Queues that exist separately for each location. */
const placedQueues = (location: string): AskedQueue[] =>
  PLACED_ROLES.map((queue) => ({ queue, kind: "activity", location }));

/** `pollers`: the build id of each poller, "" for a poller without a version. `current`: the build that receives the queue's new work. */
type DescribedQueue = QueueBacklog & { pollers: string[]; current: string | null };

type Shown = ReturnType<typeof shownAs>;

/** How the workflow is shown in Temporal's UI. `type` is the work in words and begins the workflow's summary. */
const shownFor = (type: string, of: ShownProject | undefined, memo: Record<string, string>): Shown =>
  shownAs({ type, projectSlug: of?.projectSlug ?? "", environment: of?.environment ?? "" }, memo);

/** Creates the engine. Every failure of Temporal, or to reach it, becomes ProductError "unavailable". */
export function createTemporalEngine(
  client: Client,
  queues: QueueNames,
  namespace: string,
  /** Rejects with StrangerError if another installation's Temporal answers. */
  ours: () => Promise<void> = async () => {},
): RunEngine {
  /** Progress that workflows reported within RECENT_MS, by workflow id. */
  const recent = new Map<string, ObservedWork>();
  const reach = async <T>(work: () => Promise<T>, deadlineMs = DEADLINE_MS): Promise<T> => {
    try {
      return await client.withDeadline(Date.now() + deadlineMs, async () => {
        await ours();
        return work();
      });
    } catch (error) {
      const typed = [WorkflowNotFoundError, WorkflowFailedError, WorkflowUpdateFailedError, ProductError].some(
        (type) => error instanceof type,
      );
      throw (typed ? null : troubleOf(error)) ?? error;
    }
  };

  const describeQueues = (reportStats: boolean, asked: readonly AskedQueue[] = SERVED): Promise<DescribedQueue[]> =>
    Promise.all(
      asked.map(async ({ queue, kind, location }) => {
        const { pollers, stats, versioningInfo } = await client.workflowService.describeTaskQueue({
          namespace,
          taskQueue: { name: queuesAt(queues, location)[queue] },
          taskQueueType: QUEUE_TYPES[kind],
          reportStats,
        });
        return {
          queue,
          kind,
          ...given({ location }),
          tasks: Number(stats?.approximateBacklogCount ?? 0),
          oldestSeconds: Number(stats?.approximateBacklogAge?.seconds ?? 0),
          pollers: (pollers ?? []).map(({ deploymentOptions }) => deploymentOptions?.buildId ?? ""),
          current: versioningInfo?.currentDeploymentVersion?.buildId || null,
        };
      }),
    );

  /**
   * Starts a short workflow that produces something, or joins the one that is already producing it. `failed` is the error code if it
   * fails, `late` the message if it times out.
   */
  const make = async <T = string>(
    workflow: string,
    workflowId: string,
    input: unknown,
    deadlineMs: number,
    { failed = "not_found", late, shown }: { failed?: ErrorCode; late?: string; shown: Shown },
  ): Promise<T> => {
    try {
      return await reach(
        () =>
          client.workflow.execute(workflow, {
            workflowId,
            taskQueue: queues.orchestration,
            args: [input],
            workflowIdConflictPolicy: "USE_EXISTING",
            workflowExecutionTimeout: deadlineMs,
            priority: LOOKED,
            ...shown,
          }) as Promise<T>,
        deadlineMs + LAST_WORD_MS,
      );
    } catch (error) {
      if (!(error instanceof WorkflowFailedError)) throw error;
      const slow = late !== undefined && error.cause instanceof TimeoutFailure;
      const code = codeOfFailure(error) === "storage_full" ? "unavailable" : failed;
      throw new ProductError(code, slow ? late : sentenceOfFailure(error));
    }
  };

  const cancelWorkflow = async (workflowId: string): Promise<"requested" | "missing"> => {
    try {
      await reach(() => client.workflow.getHandle(workflowId).cancel());
      return "requested";
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return "missing";
      throw error;
    }
  };

  return {
    startDelivery: (delivery) => reach(() => startDeliveryWorkflow(client, queues, delivery)),
    async decided(projectId, of) {
      const shown = shownFor("decisions", of, { projectId });
      const signalled = { signal: DECIDED, signalArgs: [], args: [], ...shown };
      const place = { workflowId: `decisions-${projectId}`, taskQueue: queues.orchestration };
      // The decision is stored whether or not Temporal is available, so the person who made it must not wait longer than a probe.
      await reach(
        () => client.workflow.signalWithStart("tellDecisions", { ...place, ...signalled }),
        PROBE_DEADLINE_MS,
      );
    },
    putSchedule: (clock) => reach(() => putSchedule(client, queues, clock)),
    removeSchedule: (scheduleId) => reach(() => removeSchedule(client, queues, scheduleId)),
    start: (run) => reach(() => startRunWorkflow(client, queues, run)),

    cancel: (runId) => cancelWorkflow(workflowIdOfRun(runId)),

    async uploadsDone(runId) {
      try {
        await reach(() => client.workflow.getHandle(workflowIdOfRun(runId)).signal(UPLOADS_DONE));
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },

    startJob: (job) => reach(() => startJobWorkflow(client, queues, job)),

    cancelJob: (jobId) => cancelWorkflow(workflowIdOfJob(jobId)),

    async observe({ kind, id }, deadlineMs) {
      const workflowId = WORK[kind].workflowId(id);
      const known = recent.get(workflowId);
      if (known) return known;
      const deadline = Date.now() + deadlineMs;
      const handle = client.workflow.getHandle(workflowId);
      const described = await reach(() => handle.describe(), deadlineMs).catch((error: unknown) => {
        if (error instanceof WorkflowNotFoundError) return null;
        throw error;
      });
      const workflow = described?.status.name ?? null;
      // Querying an ended workflow would need a worker only to read what is already stored.
      if (!described || workflow !== "RUNNING") return { workflow, progress: null };
      try {
        const live = await client.withDeadline(deadline, () => handle.query<RunProgress>(PROGRESS_QUERY));
        const wait = hostWaitOf(described);
        const observed = { workflow, progress: wait === null ? live : { ...live, phase: `${live.phase}, ${wait}` } };
        recent.set(workflowId, observed);
        setTimeout(() => recent.delete(workflowId), RECENT_MS).unref();
        return observed;
      } catch (error) {
        // No worker answered in time, so the known progress is stale.
        const trouble = troubleOf(error);
        if (trouble) throw trouble;
        // The workflow does not report progress yet.
        return { workflow, progress: null };
      }
    },

    // The id includes the screenshot, so that a retry of the test does not get the verdict of the previous attempt.
    judgeUpload: ({ uploadId, artifactId }, of) =>
      make("judgeUpload", `verdict-${uploadId}-${artifactId.slice(0, 16)}`, { uploadId }, VERDICT_DEADLINE_MS, {
        shown: shownFor("verdict of a screenshot", of, { uploadId }),
        failed: "unavailable",
        late: `The comparison took longer than ${VERDICT_DEADLINE_MS / 1_000} s: the workers have too much to do. The run compares the screenshot when it ends.`,
      }),

    renderDiff: (shotId, of) =>
      make("renderDiff", `diff-${shotId}`, shotId, PICTURE_DEADLINE_MS, { shown: shownFor("diff", of, { shotId }) }),

    renderReport: (runId, format, of) =>
      make("renderReport", `report-${runId}-${format}`, { runId, format, queues }, REPORT_DEADLINE_MS, {
        shown: shownFor("report", of, { runId }),
      }),

    async inspectPage(inspectionId, request, signal, of) {
      const workflowId = `look-${inspectionId}`;
      const ms = INSPECTION_MS[request.what];
      const late = `Looking at ${request.url} was given up after ${ms / 1_000} s: the page is slow, or the workers have too much to do. Try again later.`;
      // If this fails as well, the inspection ends at its own timeout.
      const giveUp = () => void cancelWorkflow(workflowId).catch(() => {});
      signal?.addEventListener("abort", giveUp, { once: true });
      try {
        const shown = shownFor("page inspection", of, { inspectionId });
        const asked = { ...request, queues: queuesAt(queues, of?.location) };
        return await make("inspectPage", workflowId, asked, ms, { failed: "tool_error", late, shown });
      } finally {
        signal?.removeEventListener("abort", giveUp);
      }
    },

    async startRecording({ location, ...recording }, of) {
      await reach(() =>
        client.workflow.start("recording", {
          workflowId: workflowIdOfRecording(recording.recordingId),
          taskQueue: queues.orchestration,
          args: [{ ...recording, queues: queuesAt(queues, location) }],
          workflowIdConflictPolicy: "USE_EXISTING",
          workflowIdReusePolicy: "REJECT_DUPLICATE",
          priority: LOOKED,
          ...shownFor("recording", of, { recordingId: recording.recordingId }),
        }),
      );
    },

    async recordingTurn(recordingId, turnId) {
      const handle = client.workflow.getHandle(workflowIdOfRecording(recordingId));
      try {
        return await reach(
          () => handle.executeUpdate<TurnOutcome, [string]>(RECORDING_TURN, { args: [turnId], updateId: turnId }),
          TURN_MS + LAST_WORD_MS,
        );
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return null;
        if (error instanceof WorkflowUpdateFailedError) throw new ProductError("tool_error", sentenceOfFailure(error));
        throw error;
      }
    },

    async endRecording(recordingId) {
      try {
        await reach(() => client.workflow.getHandle(workflowIdOfRecording(recordingId)).signal(END_RECORDING));
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },

    async recompare(runId, requestedBy, waitMs, of) {
      const handle = await reach(() =>
        client.workflow.start("recompareRun", {
          workflowId: `recompare-${runId}`,
          taskQueue: queues.orchestration,
          args: [{ runId, requestedBy }],
          workflowIdConflictPolicy: "USE_EXISTING",
          priority: { priorityKey: PRIORITIES.recompared },
          ...shownFor("recompare", of, { runId }),
        }),
      );
      const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), waitMs).unref());
      return Promise.race([handle.result() as Promise<RecompareResult>, late]);
    },

    async ready() {
      try {
        const found = await client.withDeadline(Date.now() + PROBE_DEADLINE_MS, async () => {
          await ours();
          return describeQueues(false);
        });
        const least = (counts: (pollers: string[]) => number) =>
          perQueue((role) => Math.min(...found.filter((q) => q.queue === role).map((q) => counts(q.pollers))));
        // Runs stay on the version that starts them, whatever versions their other queues have.
        const build = found.find(({ queue, kind }) => queue === "orchestration" && kind === "workflow")?.current;
        const ofBuild = (pollers: string[]) => pollers.filter((one) => one === build).length;
        return {
          temporal: true,
          pollers: least((pollers) => pollers.length),
          ...(build && { current: { build, pollers: least(ofBuild) } }),
        };
      } catch (error) {
        const trouble = error instanceof StrangerError ? { trouble: error.plain } : {};
        return { temporal: false, pollers: perQueue(() => 0), ...trouble };
      }
    },

    serverVersion: () =>
      reach(async () => (await client.workflowService.getSystemInfo({})).serverVersion, PROBE_DEADLINE_MS),

    async backlog(location) {
      const asked = location === undefined ? SERVED : placedQueues(location);
      const found = await reach(() => describeQueues(true, asked), PROBE_DEADLINE_MS);
      return found.map(({ pollers: _pollers, current: _current, ...waiting }) => waiting);
    },
  };
}

/** Returns what an activity of the workflow is waiting for, on its worker's host or at the site; null if none reports it or it is unknown. */
function hostWaitOf({ raw }: WorkflowExecutionDescription): string | null {
  try {
    const pending = raw.pendingActivities ?? [];
    const payloads = pending.flatMap(({ heartbeatDetails }) => heartbeatDetails?.payloads ?? []);
    const onHost = hostWaitAmong(payloads.map((payload) => defaultPayloadConverter.fromPayload(payload)));
    const atSite = pending.some(
      ({ state, lastFailure }) =>
        state === BETWEEN_ATTEMPTS && lastFailure?.applicationFailureInfo?.type === FAILURES.waiting,
    );
    return onHost ?? (atSite ? SITE_WAIT : null);
  } catch {
    return null;
  }
}

function perQueue(count: (role: QueueRole) => number): Record<QueueRole, number> {
  return Object.fromEntries(QUEUE_ROLES.map((role) => [role, count(role)])) as Record<QueueRole, number>;
}
