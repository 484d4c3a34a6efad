// An in-memory durable engine with Temporal's guarantees: starting twice starts once, and it can be unavailable.
import type { WorkRef } from "../../../domain/durable/work.ts";
import type {
  DeliveryStart,
  EngineReady,
  ObservedWork,
  QueueBacklog,
  RecompareResult,
  RecordingStart,
  RunEngine,
  RunProgress,
  RunStart,
  ScheduleClock,
} from "../../../domain/engine.ts";
import { ProductError } from "../../../domain/errors.ts";
import type { TurnOutcome } from "../../../domain/functional/recording.ts";
import type { InspectionKind, InspectionRequest, PageInspection } from "../../../domain/inspect/inspection.ts";
import type { JobStart } from "../../../domain/jobs/kinds.ts";
import type { UploadVerdict } from "../../../domain/visual/uploadVerdict.ts";

export class FakeEngine implements RunEngine {
  readonly started = new Map<string, RunStart>();
  readonly cancelled: string[] = [];
  /** Runs that were told that a sender of screenshots is done. */
  readonly told: string[] = [];
  readonly jobs = new Map<string, JobStart>();
  readonly cancelledJobs: string[] = [];
  readonly rendered: string[] = [];
  readonly deliveries = new Map<string, DeliveryStart>();
  readonly schedules = new Map<string, ScheduleClock>();
  startCalls = 0;
  available = true;
  pollers = { orchestration: 1, browser: 1, lab: 1 };
  current: EngineReady["current"] = undefined;
  waiting: QueueBacklog[] = [];
  live: RunProgress | null = null;
  /** State of ended workflows in Temporal's terms, by workflow id. */
  readonly ended = new Map<string, string>();
  /** Uploads whose verdict was requested. */
  readonly judged: { uploadId: string; artifactId: string }[] = [];
  uploadVerdict: UploadVerdict = { status: "passed", mismatchPercent: 0, reasons: [], changes: [], changeCount: 0 };
  /** Response of renderDiff. */
  diff = "";
  /** Response of renderReport. */
  report = "";
  /** Requested page inspections. */
  readonly looked: InspectionRequest[] = [];
  /** Requested browser location of each inspection. */
  readonly lookedFrom: (string | undefined)[] = [];
  /** Signal of the latest inspection request. */
  lookSignal: AbortSignal | undefined;
  look: PageInspection | ((request: InspectionRequest) => PageInspection) = {
    state: "not_seen",
    code: "page_error",
    reason: "No page was set.",
  };
  /** Open recordings. */
  readonly recordings = new Set<string>();
  readonly recordingStarts: RecordingStart[] = [];
  turn: (recordingId: string, turnId: string) => Promise<TurnOutcome> = async () => ({
    state: "failed",
    message: "No page was set.",
    replayed: false,
    view: null,
  });
  recompareResult: RecompareResult | null = null;
  /** Runs just before the engine responds to a start or a cancellation, to simulate a concurrent change. */
  between: (() => Promise<void>) | null = null;

  private async reach(): Promise<void> {
    if (!this.available) throw new ProductError("unavailable", "Temporal cannot be reached. Try again shortly.");
    await this.between?.();
  }
  async start(run: RunStart): Promise<void> {
    this.startCalls++;
    await this.reach();
    if (!this.started.has(run.runId)) this.started.set(run.runId, run);
  }
  async cancel(runId: string): Promise<"requested" | "missing"> {
    await this.reach();
    if (!this.started.has(runId)) return "missing";
    this.cancelled.push(runId);
    return "requested";
  }
  /** Projects whose decisions were reported. */
  readonly decisions: string[] = [];
  async decided(projectId: string): Promise<void> {
    await this.reach();
    this.decisions.push(projectId);
  }
  async uploadsDone(runId: string): Promise<void> {
    await this.reach();
    this.told.push(runId);
  }
  async startJob(job: JobStart): Promise<void> {
    await this.reach();
    if (!this.jobs.has(job.jobId)) this.jobs.set(job.jobId, job);
  }
  async cancelJob(jobId: string): Promise<"requested" | "missing"> {
    await this.reach();
    if (!this.jobs.has(jobId)) return "missing";
    this.cancelledJobs.push(jobId);
    return "requested";
  }
  async startDelivery(delivery: DeliveryStart): Promise<void> {
    await this.reach();
    this.deliveries.set(delivery.deliveryId, delivery);
  }
  async putSchedule(clock: ScheduleClock): Promise<void> {
    await this.reach();
    this.schedules.set(clock.scheduleId, clock);
  }
  async removeSchedule(scheduleId: string): Promise<void> {
    await this.reach();
    this.schedules.delete(scheduleId);
  }
  async observe({ kind, id }: WorkRef): Promise<ObservedWork> {
    await this.reach();
    const workflow = this.ended.get(`${kind}-${id}`) ?? "RUNNING";
    return { workflow, progress: workflow === "RUNNING" ? this.live : null };
  }
  async judgeUpload(upload: { uploadId: string; artifactId: string }): Promise<UploadVerdict> {
    await this.reach();
    this.judged.push(upload);
    return this.uploadVerdict;
  }
  async renderDiff(shotId: string): Promise<string> {
    await this.reach();
    this.rendered.push(shotId);
    return this.diff;
  }
  async renderReport(runId: string, format: string): Promise<string> {
    await this.reach();
    this.rendered.push(`${runId}.${format}`);
    return this.report;
  }
  async inspectPage<K extends InspectionKind>(
    _lookId: string,
    request: InspectionRequest<K>,
    signal?: AbortSignal,
    of?: { location?: string },
  ): Promise<PageInspection<K>> {
    await this.reach();
    this.looked.push(request);
    this.lookedFrom.push(of?.location);
    this.lookSignal = signal;
    return (typeof this.look === "function" ? this.look(request) : this.look) as PageInspection<K>;
  }
  async startRecording(recording: RecordingStart): Promise<void> {
    await this.reach();
    this.recordings.add(recording.recordingId);
    this.recordingStarts.push(recording);
  }
  async recordingTurn(recordingId: string, turnId: string): Promise<TurnOutcome | null> {
    await this.reach();
    return this.recordings.has(recordingId) ? this.turn(recordingId, turnId) : null;
  }
  async endRecording(recordingId: string): Promise<void> {
    await this.reach();
    this.recordings.delete(recordingId);
  }
  async recompare(): Promise<RecompareResult | null> {
    await this.reach();
    return this.recompareResult;
  }
  /** Locations whose queues do not respond. */
  silent: string[] = [];
  async backlog(location?: string): Promise<QueueBacklog[]> {
    await this.reach();
    if (location !== undefined && this.silent.includes(location))
      throw new ProductError("unavailable", "Temporal cannot be reached at the moment.");
    return this.waiting.filter((one) => one.location === location);
  }
  async serverVersion() {
    await this.reach();
    return "1.29.1";
  }
  async ready(): Promise<EngineReady> {
    return this.available
      ? { temporal: true, pollers: this.pollers, ...(this.current && { current: this.current }) }
      : { temporal: false, pollers: { orchestration: 0, browser: 0, lab: 0 } };
  }
}
