import type { PageChoice } from "../../domain/audit/pageChoice.ts";
import type { SuiteSummary } from "../../domain/audit/suite.ts";
import type { AuditSummary } from "../../domain/audit/summary.ts";
import type { WorseLimits } from "../../domain/audit/worse.ts";
import { QUEUED, type WorkProgress } from "../../domain/durable/progress.ts";
import type { FunctionalSummary } from "../../domain/functional/summary.ts";
import type { AskedReference } from "../../domain/history/asked.ts";
import type { Preview } from "../../domain/net/preview.ts";
import type { ReportFormat } from "../../domain/report/formats.ts";
import type { RunPart } from "../../domain/runs/part.ts";
import type { Rerun } from "../../domain/runs/rerun.ts";
import type { RunStatus, StatusType } from "../../domain/runTypes.ts";
import type { UploadState } from "../../domain/uploads.ts";
import type { Reason } from "../../domain/visual/outcome.ts";
import type { BrowserName } from "../../domain/visual/shot.ts";
import type { VisualSummary } from "../../domain/visual/summary.ts";
import type { RuleTotal } from "../../domain/visual/wideRules/ruleTotals.ts";
import type { RetentionKind } from "../../domain/words/retention.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

export type { VisualSummary };

/** The projection of one run: what people read. Written by the API once, then by `writeProjection` under its `seq` guard. */
export type Run = {
  _id: string;
  orgId: string;
  projectId: string;
  projectSlug: string;
  type: StatusType;
  status: RunStatus;
  /** The full audit that this run is a part of. */
  parentRunId: string | null;
  environmentId: string | null;
  environmentName: string | null;
  /** The address that the run visits. */
  baseUrl: string;
  /** Of a run at a preview address; null and missing: of any other. `environmentId` is the one that its results count for. */
  preview?: Preview | null;
  /** Where its browsers stand; null and missing: no place in particular. */
  location?: string | null;
  scenarios: string[] | null;
  /** Of a run of some scenarios: how many they are of how many. Null and missing: it has all of them, or is older. */
  part?: RunPart | null;
  /** Of an audit: pages that a crawl found. Null and missing: those of the scenarios. */
  pages?: Exclude<PageChoice, "scenarios"> | null;
  browsers: BrowserName[];
  branch: string | null;
  /** Where the branch goes to, as CI says it. Older runs have none. */
  baseBranch?: string | null;
  commitSha: string | null;
  /** First line of the commit's message and the name of its author, as CI says them; null and missing: nobody said. */
  commitMessage?: string | null;
  commitAuthor?: string | null;
  commitUrl?: string | null;
  prNumber: number | null;
  prUrl: string | null;
  ciProvider: string | null;
  /** Whether a time of day started it, as CI says it: false for a push or a pull request. Null and missing: nobody said. */
  scheduled?: boolean | null;
  issueKey: string | null;
  perfBudgets: Record<string, number> | null;
  /** What it may not be worse in than the run it is compared with, beside the project's own thresholds; null and missing: nothing. */
  worse?: WorseLimits | null;
  /** What the caller wants it compared with; null and missing: what its history or the time before it says. */
  against?: AskedReference | null;
  /** Of a run of what failed before: from which runs it takes over the rest. Null and missing: it runs everything itself. */
  rerun?: Rerun<Run["pages"]> | null;
  /** Key or user that asked for it, in words for the audit log. */
  requestedBy: string;
  createdAt: Date;
  /** Temporal accepted the workflow. */
  startedAt: Date | null;
  finishedAt: Date | null;
  /** ms, set when the run ends. */
  duration: number | null;
  /** Raised by every projection write; a write applies only where the stored one is lower. */
  seq: number;
  /** Temporal execution (run id) that `seq` counts in. */
  executionId: string | null;
  progress: WorkProgress;
  /** Counts of a visual or functional run, or the summary of an audit: the type of the run tells which. */
  summary: VisualSummary | FunctionalSummary | AuditSummary | SuiteSummary | null;
  verdict: "pass" | "fail" | null;
  error: string | null;
  warnings: Reason[];
  /** What its warnings say of the history that it was started with, from the start on. */
  historyNotes?: Reason[];
  /** Who asked to cancel; set before the workflow is told. */
  cancelledBy: string | null;
  /** Artifacts of the reports that were asked for, by format. */
  reports: Partial<Record<ReportFormat, string>>;
  /** Raised when results change after the end: a report that was begun before is not kept. Older runs have none. */
  resultsRevision?: number;
  /** Whether notifications have looked at how it stands. Older runs have none, and are never looked at. */
  outbox?: "waiting" | "done";
  /** Of a run whose pictures are uploaded in place of being taken; null and missing: of any other run. */
  upload?: UploadState | null;
  /** A key's or schedule's capture on a protected main branch: pictures that have a baseline keep it. */
  firstPicturesOnly?: boolean;
  /** Whether the commit was told that the run has begun; only of runs that name one. */
  startOutbox?: "waiting" | "done";
  /** What each comparison rule left out; only of ended runs of screenshots. */
  ruleTotals?: RuleTotal[];
  /** Fields of single run types (perfScore, seoScore …), as the status endpoint shows them. */
  extra: Record<string, unknown>;
  /** When somebody last began to decide about it or to build on it: a sweep leaves it for an hour. */
  heldAt?: Date | null;
  /** Of a run that a sweep is deleting: as what it is found again. Such a run has another status and other owners than any. */
  hidden?: HiddenRun | null;
};

/**
 * `kind`: what it counts as. `deleting`: its deletion has begun, so it is never shown again. The rest is what it had before it was hidden.
 */
export type HiddenRun = {
  kind: RetentionKind;
  at: Date;
  status: RunStatus;
  orgId: string;
  projectId: string;
  parentRunId: string | null;
  deleting?: boolean;
};

/** The fields of a run that nothing was done for yet. */
export function notStarted() {
  return {
    status: "running",
    startedAt: null,
    finishedAt: null,
    duration: null,
    seq: 0,
    executionId: null,
    progress: QUEUED,
    summary: null,
    verdict: null,
    error: null,
    warnings: [],
    cancelledBy: null,
    reports: {},
    outbox: "waiting",
    extra: {},
  } satisfies Partial<Run>;
}

export const runSchema = document<Run>({
  _id: required(String),
  orgId: required(String),
  projectId: required(String),
  projectSlug: required(String),
  type: required(String),
  status: required(String),
  parentRunId: { type: String, default: null },
  environmentId: { type: String, default: null },
  environmentName: { type: String, default: null },
  baseUrl: required(String),
  preview: { type: json, default: null },
  location: String,
  scenarios: { type: json, default: null },
  part: { type: json },
  pages: { type: String, default: null },
  browsers: { type: [String], default: ["chromium"] },
  branch: { type: String, default: null },
  baseBranch: { type: String, default: null },
  commitSha: { type: String, default: null },
  commitMessage: String,
  commitAuthor: String,
  commitUrl: String,
  prNumber: { type: Number, default: null },
  prUrl: { type: String, default: null },
  ciProvider: { type: String, default: null },
  scheduled: { type: Boolean, default: null },
  issueKey: { type: String, default: null },
  perfBudgets: { type: json, default: null },
  worse: { type: json },
  against: { type: json },
  rerun: { type: json },
  requestedBy: required(String),
  createdAt: required(Date),
  startedAt: { type: Date, default: null },
  finishedAt: { type: Date, default: null },
  duration: { type: Number, default: null },
  seq: required(Number),
  executionId: { type: String, default: null },
  progress: required(json),
  summary: { type: json, default: null },
  verdict: { type: String, default: null },
  error: { type: String, default: null },
  warnings: { type: json, default: [] },
  historyNotes: { type: json },
  cancelledBy: { type: String, default: null },
  reports: { type: json, default: {} },
  resultsRevision: { type: Number, default: 0 },
  outbox: { type: String },
  upload: { type: json, default: null },
  firstPicturesOnly: Boolean,
  startOutbox: { type: String },
  ruleTotals: { type: json, default: undefined },
  extra: { type: json, default: {} },
  heldAt: Date,
  hidden: { type: json },
});
describeCollection(runSchema, { holds: "The projection of one run, under its `seq`." });
// Runs are read newest first, and those of one moment by their ids; what follows the ids narrows a read before a run is looked at.
runSchema.index({ projectId: 1, createdAt: -1, _id: -1 });
runSchema.index({ projectId: 1, type: 1, createdAt: -1, _id: -1, status: 1, environmentId: 1 });
runSchema.index({ projectId: 1, type: 1, branch: 1, createdAt: -1, _id: -1, status: 1, environmentId: 1 });
runSchema.index({ projectId: 1, branch: 1, createdAt: -1, _id: -1, parentRunId: 1, environmentId: 1 });
runSchema.index({ projectId: 1, prNumber: 1, createdAt: -1, _id: -1 });
runSchema.index({ projectId: 1, commitSha: 1, createdAt: -1, _id: -1 });
runSchema.index({ projectId: 1, type: 1, status: 1 });
runSchema.index({ projectId: 1, status: 1, createdAt: 1, _id: 1 });
runSchema.index({ status: 1, createdAt: 1 });
runSchema.index({ parentRunId: 1 });
runSchema.index({ outbox: 1, status: 1 });
runSchema.index({ startOutbox: 1 });
