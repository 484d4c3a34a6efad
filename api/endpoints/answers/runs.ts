// Response schemas for started, running and ended runs.
import { array, boolean, number, object, string } from "yup";
import { PILLARS } from "../../../domain/audit/pillars.ts";
import { ASKED_KINDS } from "../../../domain/history/asked.ts";
import { CODE_HOSTS } from "../../../domain/report/codePlace.ts";
import { RUN_STATUSES, WORKFLOW_OF } from "../../../domain/runTypes.ts";
import { address, count, id, listOf, maybeNumber, maybeText, note, oneOf, rowsOf, text, texts, yes } from "./fields.ts";
import { named } from "./named.ts";

const STATUS_TYPES = Object.keys(WORKFLOW_OF);

const runStatus = () => oneOf(RUN_STATUSES).required();

export const runType = () => oneOf(STATUS_TYPES).required();

const project = object({ id: id(), name: text(), slug: text(), baseUrl: address(), scenarioCount: count() }).required();

const started = () =>
  boolean().meta(
    note("Missing: it has started. false: of `failed`, nothing failed in the last run, which `runId` names"),
  );

const startedFields = {
  success: yes(),
  runId: id(),
  projectId: id(),
  type: runType(),
  environmentId: string(),
  environmentName: string(),
  statusUrl: address().meta(note("Path of the status endpoint for this run")),
  message: text(),
};
export const startedRun = named("StartedRun", object({ ...startedFields, started: started() }).required());

export const toldHistory = named(
  "ToldHistory",
  object({
    success: yes(),
    kept: count().meta(note("Commits that are new, or new on the main branch")),
    joined: boolean().required().meta(note("It continues a known history, or starts with the first commit")),
    known: boolean().required().meta(note("Its newest commit is known now")),
    warnings: texts(),
  }).required(),
);

export const ciComment = named(
  "CiComment",
  object({
    success: yes(),
    message: text(),
    url: text(),
    host: oneOf(CODE_HOSTS).required(),
    repository: text(),
    created: boolean().required().meta(note("Else the comment that was there is up to date now")),
    verdict: text(),
  }).required(),
);

export const child = object({ runId: id(), type: runType(), status: runStatus() }).required();

const progress = object({ phase: string().defined(), done: count(), total: count() });

/** Status of a run. */
export const run = named(
  "Run",
  object({
    runId: id(),
    projectId: id(),
    status: runStatus(),
    type: runType(),
    environmentId: string(),
    environmentName: string(),
    location: string().meta(note("The location of its browsers, if one was chosen")),
    duration: number().meta(note("Milliseconds; given when the run has ended")),
    summary: object().nullable().defined().meta(note("Counts and verdict; visual runs: total, passed, failed")),
    error: maybeText(),
    against: object({
      kind: oneOf(ASKED_KINDS).required(),
      reference: text().meta(note("In words")),
      runId: string(),
    })
      .default(undefined)
      .optional()
      .meta(note("What the run is compared with, where the caller named it")),
    perfBudgetResult: object({
      pass: boolean().required(),
      violations: texts(),
      warnings: array()
        .of(string().defined())
        .meta(note("Budgets that pass only within the measured spread, or were not checked; if any")),
    })
      .nullable()
      .defined()
      .meta(note("null: no budgets were sent. While running: not passed, no violations so far")),
    perfScore: number(),
    perfAvgLcp: number(),
    perfAvgFcp: number(),
    perfAvgCls: number(),
    perfAvgTbt: number(),
    perfAvgTtfb: number(),
    seoScore: number(),
    seoPassed: number(),
    seoFailed: number(),
    seoWarnings: number(),
    seoLighthouseScore: number(),
    children: array().of(child).meta(note("The runs of a full audit")),
    progress: progress.default(undefined).optional().meta(note("While it runs")),
    stale: boolean().meta(note("Temporal did not answer: this is the last stored state")),
  }).required(),
);

export const cancelledRun = named(
  "CancelledRun",
  object({ success: yes(), runId: id(), status: runStatus(), message: text() }).required(),
);

export const openedUploads = named("OpenedUploads", object(startedFields).required());

export const uploadedShot = named(
  "UploadedShot",
  object({
    success: yes(),
    runId: id(),
    replaced: boolean().required().meta(note("It replaced a screenshot that the same test sent before")),
    width: count(),
    height: count(),
  }).required(),
);

export const uploadedMap = named(
  "UploadedMap",
  object({ success: yes(), runId: id(), mapId: id().meta(note("Send it as `map` with the screenshot")) }).required(),
);

export const uploadedTrace = named("UploadedTrace", object({ success: yes(), runId: id() }).required());

export const uploadVerdict = named(
  "UploadVerdict",
  object({
    success: yes(),
    runId: id(),
    status: oneOf(["passed", "failed", "new", "error"])
      .required()
      .meta(note("`new`: no baseline yet; `error`: it could not be compared")),
    mismatchPercent: maybeNumber(),
    reasons: rowsOf({ code: text(), message: text() }),
    changes: rowsOf({ sentence: text(), selector: string().defined() }).meta(note("The largest first, at most 20")),
    changeCount: count(),
    reviewUrl: text().meta(note("Where people review the run; a path where the service has no public address")),
  }).required(),
);

export const finishedUploads = named(
  "FinishedUploads",
  object({
    success: yes(),
    runId: id(),
    waitingFor: count().meta(note("Test runners that have not finished; 0: the run is being compared, or was")),
    statusUrl: address(),
  }).required(),
);

/** Response that all pillar endpoints share. */
export const startedPillar = named(
  "StartedPillar",
  object({
    success: yes(),
    message: text(),
    project: text().meta(note("Its slug")),
    runId: id(),
  }).required(),
);

export const startedFullAudit = named(
  "StartedFullAudit",
  object({
    success: yes(),
    message: text(),
    project: text(),
    runId: id(),
    statusUrl: address(),
    pillars: listOf(oneOf(PILLARS).required()),
    skipped: rowsOf({ pillar: oneOf(PILLARS).required(), message: text() }),
    started: started(),
  }).required(),
);

export const latestRun = named(
  "LatestRun",
  object({
    runId: maybeText().meta(note("null: there is no run yet")),
    status: oneOf([...RUN_STATUSES, "none"]).required(),
    type: oneOf(STATUS_TYPES),
    startTime: string().meta(note("ISO 8601")),
    environmentId: string(),
    environmentName: string(),
    summary: object().nullable().default(undefined).optional(),
  }).required(),
);

export const projects = named("Projects", object({ projects: listOf(project), count: count() }).required());
