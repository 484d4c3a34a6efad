// The durable engine as the API sees it; api/temporalEngine.ts implements it with a Temporal client.
import type { Urgency } from "./durable/turn.ts";
import type { WorkRef } from "./durable/work.ts";
import type { TurnOutcome } from "./functional/recording.ts";
import type { InspectionKind, InspectionRequest, PageInspection } from "./inspect/inspection.ts";
import type { JobStart } from "./jobs/kinds.ts";
import type { ReportFormat } from "./report/formats.ts";
import type { StatusType } from "./runTypes.ts";
import type { UploadVerdict } from "./visual/uploadVerdict.ts";
import type { QueueRole, ShownProject } from "./workflowNames.ts";

/** Input of a run's workflow. Activities read everything else from the run's document. */
export type RunStart = {
  runId: string;
  type: StatusType;
  orgId?: string;
  projectId: string;
  projectSlug: string;
  environment: string;
  /** Set if the run's screenshots are uploaded; the workflow waits for them. */
  uploads?: true;
  /** Set for an audit of the pages of a crawl: its findings are merged by cause. */
  site?: true;
  /** Location of the browsers; omitted if the run has none. */
  location?: string;
  /** The run's share of the workers, and its priority; omitted by earlier versions. */
  weight?: number;
  urgency?: Urgency;
};

/** `location`: location of the browser; omitted if the recording has none. */
export type RecordingStart = { recordingId: string; idleMs: number; location?: string };

/** Input of the workflow that delivers a message. */
export type DeliveryStart = { deliveryId: string; projectId: string; projectSlug: string };

/** Settings from which Temporal's schedule is created. `rev`: revision of the schedule record. */
export type ScheduleClock = {
  scheduleId: string;
  /** Omitted if the project no longer exists. */
  projectSlug?: string;
  rev: number;
  cron: string;
  timeZone: string;
  jitterMinutes: number;
  enabled: boolean;
};

/** Result of a workflow's `progress` query. */
export type RunProgress = { phase: string; done: number; total: number; failed: number };

/**
 * `workflow`: Temporal's name for the workflow's state (RUNNING, TERMINATED …); null if there is no workflow. `progress`: null if the
 * workflow has ended or has no progress to report yet.
 */
export type ObservedWork = { workflow: string | null; progress: RunProgress | null };

/** Result of a recompare. `skipped` lists the screenshots that could not be compared again, with reasons. */
export type RecompareResult = {
  recompared: number;
  changed: { shotId: string; scenarioLabel: string; viewport: string; from: string; to: string }[];
  skipped: { shotId: string; scenarioLabel: string; viewport: string; reason: string }[];
};

/**
 * Tasks of one kind that wait for a worker in a task queue, and how long the oldest of them has waited. Temporal's counts are approximate
 * and up to several seconds old. `location`: location of the queue; omitted if it has none.
 */
export type QueueBacklog = {
  queue: QueueRole;
  location?: string;
  kind: "workflow" | "activity";
  tasks: number;
  oldestSeconds: number;
};

/** `pollers`: number of workers that poll each queue. A worker whose slots are all taken does not poll. */
export type EngineReady = {
  temporal: boolean;
  pollers: Record<QueueRole, number>;
  /** The build that new work starts with, and how many of the pollers run it; omitted if workers have no versions. */
  current?: { build: string; pollers: Record<QueueRole, number> };
  /** Why Temporal cannot be used, worded for any reader. */
  trouble?: string;
};

/**
 * All methods reject with ProductError "unavailable" if Temporal cannot be reached or refuses the request. `of`: the project under which
 * the Temporal UI shows the work.
 */
export type RunEngine = {
  /** Starts the workflow of a run. A second call with the same run id has no effect. */
  start(run: RunStart): Promise<void>;
  /** Requests that a run's workflow cancels. Returns "missing" if the workflow does not exist or has ended. */
  cancel(runId: string): Promise<"requested" | "missing">;
  /** Notifies the workflow of a run with uploaded screenshots to check whether all have arrived. No-op if the run has no workflow. */
  uploadsDone(runId: string): Promise<void>;
  /** Starts the workflow of an async job, or requests that it cancels. Same behavior as for runs. */
  startJob(job: JobStart): Promise<void>;
  cancelJob(jobId: string): Promise<"requested" | "missing">;
  /** Starts the delivery of a message. A second call with the same delivery has no effect. */
  startDelivery(delivery: DeliveryStart): Promise<void>;
  /** Reports that results of the project were reviewed. Commit statuses and comments are updated within seconds. */
  decided(projectId: string, of?: ShownProject): Promise<void>;
  /** Creates Temporal's schedule, or updates the existing one. */
  putSchedule(clock: ScheduleClock): Promise<void>;
  /** Deletes Temporal's schedule. No-op if it does not exist. */
  removeSchedule(scheduleId: string): Promise<void>;
  /** Returns what Temporal knows about the workflow of a run or job. Rejects if Temporal or the workflow does not answer within the deadline. */
  observe(work: WorkRef, deadlineMs: number): Promise<ObservedWork>;
  /**
   * Compares one uploaded screenshot while the test waits, without changing the result of the run. `artifactId`: identifies the upload
   * among several of the same name.
   */
  judgeUpload(upload: { uploadId: string; artifactId: string }, of?: ShownProject): Promise<UploadVerdict>;
  /** Creates the diff image of a screenshot, unless it exists already, and returns its artifact id. */
  renderDiff(shotId: string, of?: ShownProject): Promise<string>;
  /** Creates the report of an ended run, unless it exists already, and returns its artifact id. */
  renderReport(runId: string, format: ReportFormat, of?: ShownProject): Promise<string>;
  /**
   * Inspects a page and returns the result; `inspectionId` must be new for each inspection. Rejects with tool_error if the inspection
   * fails or takes too long. `signal`: aborts the inspection if the caller disconnects. `location`: location of the browser; omitted if it
   * does not matter.
   */
  inspectPage<K extends InspectionKind>(
    inspectionId: string,
    request: InspectionRequest<K>,
    signal?: AbortSignal,
    of?: ShownProject & { location?: string },
  ): Promise<PageInspection<K>>;
  /** Starts the workflow that keeps a recording open. A second call with the same recording has no effect. */
  startRecording(recording: RecordingStart, of?: ShownProject): Promise<void>;
  /**
   * Executes the turn that is stored with the recording. Returns null if the recording's workflow has ended. Rejects with tool_error if
   * the turn fails or takes too long.
   */
  recordingTurn(recordingId: string, turnId: string): Promise<TurnOutcome | null>;
  /** Notifies the workflow that the recording has ended. No-op if the workflow no longer exists. */
  endRecording(recordingId: string): Promise<void>;
  /**
   * Compares a finished run's screenshots again under the current rules. Returns null if this takes longer than `waitMs`; it then
   * continues in the background.
   */
  recompare(runId: string, requestedBy: string, waitMs: number, of?: ShownProject): Promise<RecompareResult | null>;
  /** Returns whether Temporal can be reached and how many workers poll each queue. */
  ready(): Promise<EngineReady>;
  /** Returns the version of the Temporal server, such as "1.29.1". */
  serverVersion(): Promise<string>;
  /** Returns how much work waits in each queue. With `location`, only in the queues that exist separately for that location. */
  backlog(location?: string): Promise<QueueBacklog[]>;
};
