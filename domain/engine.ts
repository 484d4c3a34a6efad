// The durable engine as the API sees it; api/temporalEngine.ts makes one from a Temporal client.
import type { Urgency } from "./durable/turn.ts";
import type { WorkRef } from "./durable/work.ts";
import type { TurnOutcome } from "./functional/recording.ts";
import type { InspectionKind, InspectionRequest, PageInspection } from "./inspect/inspection.ts";
import type { JobStart } from "./jobs/kinds.ts";
import type { ReportFormat } from "./report/formats.ts";
import type { StatusType } from "./runTypes.ts";
import type { UploadVerdict } from "./visual/uploadVerdict.ts";
import type { QueueRole, ShownProject } from "./workflowNames.ts";

/** What a workflow is started with. Everything else is read from the run's document by activities. */
export type RunStart = {
  runId: string;
  type: StatusType;
  orgId?: string;
  projectId: string;
  projectSlug: string;
  environment: string;
  /** Its pictures are uploaded: it waits for them. */
  uploads?: true;
  /** An audit of the pages of a crawl: its findings are merged by their causes. */
  site?: true;
  /** Where its browsers stand; left out: no place in particular. */
  location?: string;
  /** Its share of the workers, and what it goes before; left out by earlier versions. */
  weight?: number;
  urgency?: Urgency;
};

/** `location`: where its browser stands; missing: no place in particular. */
export type RecordingStart = { recordingId: string; idleMs: number; location?: string };

/** What the delivery of a message is started with. */
export type DeliveryStart = { deliveryId: string; projectId: string; projectSlug: string };

/** What Temporal's schedule of a schedule is made from. `rev`: of the record. */
export type ScheduleClock = {
  scheduleId: string;
  /** Missing: the project is not known any more. */
  projectSlug?: string;
  rev: number;
  cron: string;
  timeZone: string;
  jitterMinutes: number;
  enabled: boolean;
};

/** The answer of a workflow's `progress` query. */
export type RunProgress = { phase: string; done: number; total: number; failed: number };

/** `workflow`: Temporal's name for its state (RUNNING, TERMINATED …), null: there is none. `progress`: null where it has ended, or has none to tell yet. */
export type ObservedWork = { workflow: string | null; progress: RunProgress | null };

/** What became of a recompare: `skipped` says what could not be judged again and why. */
export type RecompareResult = {
  recompared: number;
  changed: { shotId: string; scenarioLabel: string; viewport: string; from: string; to: string }[];
  skipped: { shotId: string; scenarioLabel: string; viewport: string; reason: string }[];
};

/**
 * Tasks of one kind that wait in a task queue for a worker, and how long the oldest of them has. Temporal counts them roughly, and
 * at most seconds behind. `location`: the queue is that of a place; missing: of none in particular.
 */
export type QueueBacklog = {
  queue: QueueRole;
  location?: string;
  kind: "workflow" | "activity";
  tasks: number;
  oldestSeconds: number;
};

/** `pollers`: workers that poll each queue. One whose slots are all taken does not poll. */
export type EngineReady = {
  temporal: boolean;
  pollers: Record<QueueRole, number>;
  /** The version that new work begins with, and how many of the pollers are of it; missing: workers have no versions. */
  current?: { build: string; pollers: Record<QueueRole, number> };
  /** Why Temporal is not there for us, for anyone to read. */
  trouble?: string;
};

/**
 * All methods reject with ProductError "unavailable" when Temporal cannot be reached or refuses us. `of`: the project that the
 * Temporal UI shows the work for.
 */
export type RunEngine = {
  /** Starts the workflow of a run once: a second call with the same run id changes nothing. */
  start(run: RunStart): Promise<void>;
  /** Asks a run's workflow to cancel. "missing": no such workflow, or it has ended. */
  cancel(runId: string): Promise<"requested" | "missing">;
  /** Tells the workflow of a run that takes pictures to look whether all have come. A run without a workflow is none the worse. */
  uploadsDone(runId: string): Promise<void>;
  /** Starts the workflow of an async job once, and asks it to cancel: as with runs. */
  startJob(job: JobStart): Promise<void>;
  cancelJob(jobId: string): Promise<"requested" | "missing">;
  /** Starts the delivery of a message once. */
  startDelivery(delivery: DeliveryStart): Promise<void>;
  /** Somebody decided about results of the project: statuses and comments follow in seconds. */
  decided(projectId: string, of?: ShownProject): Promise<void>;
  /** Makes Temporal's schedule, or updates the existing one. */
  putSchedule(clock: ScheduleClock): Promise<void>;
  /** Deletes Temporal's schedule; one that is not there is no trouble. */
  removeSchedule(scheduleId: string): Promise<void>;
  /** How Temporal knows the workflow of a run or a job. Rejects when Temporal or the workflow does not answer within the deadline. */
  observe(work: WorkRef, deadlineMs: number): Promise<ObservedWork>;
  /** Compares one uploaded screenshot while a test waits; decides nothing. `artifactId`: which picture of this name is meant. */
  judgeUpload(upload: { uploadId: string; artifactId: string }, of?: ShownProject): Promise<UploadVerdict>;
  /** Makes the diff picture of a shot (or finds it) and answers the artifact id. */
  renderDiff(shotId: string, of?: ShownProject): Promise<string>;
  /** Makes the report of an ended run (or finds it) and answers the artifact id. */
  renderReport(runId: string, format: ReportFormat, of?: ShownProject): Promise<string>;
  /**
   * Looks at a page and answers what was seen; `inspectionId` is fresh for each look. Rejects with tool_error when the look failed
   * or took too long. `signal`: the caller has disconnected, and the inspection ends. `location`: where the browser stands; missing: no
   * place in particular.
   */
  inspectPage<K extends InspectionKind>(
    inspectionId: string,
    request: InspectionRequest<K>,
    signal?: AbortSignal,
    of?: ShownProject & { location?: string },
  ): Promise<PageInspection<K>>;
  /** Starts the workflow that keeps a recording open, once. */
  startRecording(recording: RecordingStart, of?: ShownProject): Promise<void>;
  /** Has the turn that is stored with the recording done. null: its workflow has ended. Rejects with tool_error when that failed or took too long. */
  recordingTurn(recordingId: string, turnId: string): Promise<TurnOutcome | null>;
  /** Tells the workflow that the recording has ended; one that is gone knows. */
  endRecording(recordingId: string): Promise<void>;
  /** Judges a finished run's pictures again under today's rules; null when it takes longer than `waitMs` (it goes on). */
  recompare(runId: string, requestedBy: string, waitMs: number, of?: ShownProject): Promise<RecompareResult | null>;
  /** Is Temporal there, and how many workers poll each queue? */
  ready(): Promise<EngineReady>;
  /** Of the Temporal server: "1.29.1". */
  serverVersion(): Promise<string>;
  /** How much work waits in each queue; with a location in those that this place has of its own instead. */
  backlog(location?: string): Promise<QueueBacklog[]>;
};
