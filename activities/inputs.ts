// Schemas of the activity inputs. Anyone with access to Temporal can start a workflow with any input, so ids must be
// plain strings (an object would act as a database operator), numbers whole, texts short. The records they refer to are read from the
// database by the activities themselves. Unknown fields are ignored, because older workflows may still send them.
import { array, boolean, lazy, mixed, number, object, type Schema, string } from "yup";
import { ERASURE_KINDS, STEP_WORDS } from "../domain/erasure/erasure.ts";
import { MAX_RETRIES } from "../domain/functional/attemptStatus.ts";
import type { InspectionKind } from "../domain/inspect/inspection.ts";
import { MAX_TRIES } from "../domain/notify/retries.ts";
import { REPORT_FORMATS } from "../domain/report/formats.ts";
import { SLICES } from "../domain/retention/artifactIds.ts";
import { AWAY_MODES } from "../domain/runs/siteAway.ts";
import { MAX_CONFIRMING } from "../domain/visual/confirm.ts";
import { VIEWPORT_NAMES } from "../domain/visual/shot.ts";

const id = () =>
  string()
    .matches(/^[\w-]{1,200}$/, "is not an id")
    .required();
const count = (most = 10_000_000) => number().integer().min(0).max(most).required();
/** Sentences for people; longer ones are truncated when stored. */
const sentence = () => string().max(100_000).defined();
const execution = { executionId: id() };
const progress = () => object({ done: count(), total: count(), phase: string().max(200).defined() }).required();
const failure = () => object({ cancelled: boolean().required(), message: string().max(100_000) }).default(undefined);
const run = { runId: id() };
const written = { ...execution, seq: count() };
const cleanup = { cleanupId: id() };
const erasure = { erasureId: id() };
const away = string().oneOf(AWAY_MODES);
const attempt = {
  shotId: id(),
  attempt: number()
    .integer()
    .min(1)
    .max(2 + MAX_CONFIRMING)
    .required(),
};
/** Older crawls have fewer fields. Counts are only used if this worker returned the same ones (activities/jobs/crawl/index.ts). */
const tally = () => number().integer().min(0);
const counts = object({ pages: tally(), waiting: tally(), known: tally(), asked: tally(), leftOut: tally() });

const WISHES: Record<InspectionKind, Schema> = {
  reach: object(),
  dom: object({ within: string().max(1_000).nullable(), limit: count() }),
  find: object({
    text: string().max(2_000).nullable(),
    role: string().max(200).nullable(),
    selector: string().max(2_000).nullable(),
    limit: count(),
  }),
  targets: object({
    within: string().max(1_000).nullable(),
    limit: count(),
    after: array(string().max(5_000).required()).max(60),
  }),
  scenario: object(),
  thumbnail: object(),
};

/** By activity name: the schema of its single argument; null if it has none. */
export const ACTIVITY_INPUTS: Record<string, Schema | null> = {
  planRun: object({ ...run, ...execution }),
  planAudit: object({ ...run, ...execution }),
  mergeCauses: object(run),
  crawlEnded: object({ jobId: id() }),
  planSuite: object(run),
  childOf: object({ ...run, index: count() }),
  childEnded: object(run),
  finishSuite: object({ ...run, ...written, failure: failure() }),
  finishRun: object({ ...run, ...written, failure: failure() }),
  finishAudit: object({ ...run, ...written, failure: failure() }),
  writeProjection: object({ ...run, ...written, progress: progress() }),
  noteMissingPart: object({ ...run, part: string().oneOf(["site", "lighthouse"]).required(), message: sentence() }),
  failShot: object({ shotId: id(), message: sentence() }),
  captureShot: object({ ...attempt, away, confirms: boolean(), rest: boolean() }),
  compareShot: object(attempt),
  promoteShot: object(attempt),
  confirmShot: object({ shotId: id() }),
  gatherPage: object({ pageId: id(), away }),
  auditPage: object({ pageId: id() }),
  failAuditPage: object({ pageId: id(), message: sentence() }),
  planFeatureRun: object({ ...run, ...execution }),
  runScenarioAttempt: object({
    scenarioRunId: id(),
    attempt: number()
      .integer()
      .min(1)
      .max(MAX_RETRIES + 1)
      .required(),
    away,
  }),
  failScenario: object({ scenarioRunId: id(), message: sentence() }),
  finishFeatureRun: object({ ...run, ...written, failure: failure() }),
  auditSite: object(run),
  lighthouseSeo: object(run),
  listRecomparable: id(),
  recompareShots: array(id()).max(1_000).required(),
  refreshSummary: object(run),
  judgeUpload: object({
    uploadId: string()
      .matches(/^[\w-]{1,200}:[0-9a-f]{24}$/, "is not an id of an upload")
      .required(),
  }),
  renderDiffPicture: id(),
  renderReport: object({ ...run, format: string().oneOf(REPORT_FORMATS).required() }),
  reconcileRuns: null,
  tellVerdicts: null,
  attemptDelivery: object({ deliveryId: id(), attempt: number().integer().min(1).max(MAX_TRIES).required() }),
  noteDue: object({ scheduleId: id() }),
  startDue: object({
    scheduleId: id(),
    dueAt: string()
      .matches(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, "is not a time")
      .required(),
  }),
  alignSchedules: null,
  noteRetentionDue: null,
  beginCleanup: object(cleanup),
  expireRuns: object({ ...cleanup, after: id().nullable().defined() }),
  sweepArtifacts: object({ ...cleanup, from: count(SLICES) }),
  endCleanup: object({ ...cleanup, error: sentence().nullable() }),
  beginErasure: object(erasure),
  eraseStep: object({
    ...erasure,
    kind: string().oneOf(ERASURE_KINDS).required(),
    id: id(),
    step: string().oneOf(Object.keys(STEP_WORDS)).required(),
  }),
  endErasure: object({ ...erasure, error: sentence().nullable() }),
  writeJobProgress: object({ jobId: id(), ...written, progress: progress() }),
  failJob: object({ jobId: id(), ...written, failure: failure().required() }),
  planCrawl: object({ jobId: id() }),
  crawlBatch: object({ jobId: id(), counts: counts.nullable().defined() }),
  finishCrawl: object({ jobId: id(), ...written, outOfTime: boolean().required() }),
  planExplore: object({ jobId: id() }),
  exploreBatch: object({ jobId: id() }),
  finishExplore: object({ jobId: id(), ...written, outOfTime: boolean().required() }),
  findHeal: object({ jobId: id() }),
  replayHeal: object({ jobId: id() }),
  finishHeal: object({ jobId: id(), ...written }),
  proposeScenarios: object({ jobId: id(), ...written }),
  readTicket: object({ jobId: id() }),
  matchTicket: object({ jobId: id(), mayAsk: boolean() }),
  askModel: object({ jobId: id() }),
  startProofRun: object({ jobId: id() }),
  proofRunEnded: object({ jobId: id() }),
  abandonProofRun: object({ jobId: id() }),
  judgeProof: object({ jobId: id() }),
  postProof: object({ jobId: id() }),
  finishProof: object({ jobId: id(), ...written }),
  recordTurn: object({ recordingId: id(), turnId: id() }),
  closeRecordingPage: object({ recordingId: id() }),
  expireRecording: object({ recordingId: id() }),
  inspectPage: object({
    projectId: id(),
    environmentId: id().nullable().defined(),
    url: string().min(1).max(8_000).required(),
    viewport: object({ name: string().oneOf(VIEWPORT_NAMES).required() }).required(),
    what: string().oneOf(Object.keys(WISHES)).required(),
    wish: lazy((_value, { parent }) => {
      const { what } = (parent ?? {}) as { what?: InspectionKind };
      return what !== undefined && Object.hasOwn(WISHES, what) ? WISHES[what].required() : mixed();
    }),
  }),
};

/** Returns what is wrong with the arguments of an activity; null if they are valid. The message never quotes them. */
export function inputProblem(activity: string, args: readonly unknown[]): string | null {
  if (!Object.hasOwn(ACTIVITY_INPUTS, activity)) return "there is no such activity";
  const schema = ACTIVITY_INPUTS[activity] ?? null;
  if (schema === null) return null;
  try {
    schema.validateSync(args[0], { strict: true });
    return args[0] === undefined || args[0] === null ? "it has no input" : null;
  } catch (error) {
    const { path = "", type = "" } = error as { path?: string; type?: string };
    return `${path === "" ? "its input" : path} is invalid${type === "" ? "" : ` (${type})`}`;
  }
}
