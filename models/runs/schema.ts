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
import type { RunRetentionKind } from "../../domain/words/retention.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

export type { VisualSummary };

/** The projection of one run: what people read. Written once by the API, then by `writeProjection` under its `seq` guard. */
export type Run = {
  _id: string;
  orgId: string;
  projectId: string;
  projectSlug: string;
  type: StatusType;
  status: RunStatus;
  /** The full audit that this run is part of. */
  parentRunId: string | null;
  environmentId: string | null;
  environmentName: string | null;
  /** The address that the run visits. */
  baseUrl: string;
  /** For a run on a preview address; null or missing otherwise. `environmentId` is the environment that its results count for. */
  preview?: Preview | null;
  /** Where its browsers are located; null or missing means anywhere. */
  location?: string | null;
  scenarios: string[] | null;
  /** For a run of some scenarios: how many of how many. null or missing if it includes all, or is older. */
  part?: RunPart | null;
  /** For an audit: pages that a crawl found. null or missing means those of the scenarios. */
  pages?: Exclude<PageChoice, "scenarios"> | null;
  browsers: BrowserName[];
  branch: string | null;
  /** Target branch, as reported by CI. Missing in older runs. */
  baseBranch?: string | null;
  commitSha: string | null;
  /** First line of the commit message and name of the author, as reported by CI; null or missing if not reported. */
  commitMessage?: string | null;
  commitAuthor?: string | null;
  commitUrl?: string | null;
  prNumber: number | null;
  prUrl: string | null;
  ciProvider: string | null;
  /** Whether a schedule in CI started it, as reported by CI: false for a push or a pull request. null or missing if not reported. */
  scheduled?: boolean | null;
  issueKey: string | null;
  perfBudgets: Record<string, number> | null;
  /** Limits for getting worse than the run it is compared with, in addition to the project's thresholds; null or missing if there are none. */
  worse?: WorseLimits | null;
  /** What the caller asked to compare it with; null or missing means the run found by history or time. */
  against?: AskedReference | null;
  /** For a rerun of what failed: the runs whose other results it takes over. null or missing if it runs everything itself. */
  rerun?: Rerun<Run["pages"]> | null;
  /** Key or user that started it, in words for the audit log. */
  requestedBy: string;
  /** Name of the connected app that started it for `requestedBy`; missing if none did. */
  requestedByApp?: string;
  createdAt: Date;
  /** When Temporal accepted the workflow. */
  startedAt: Date | null;
  finishedAt: Date | null;
  /** Duration in ms, set when the run ends. */
  duration: number | null;
  /** Incremented by every projection write; a write only applies if the stored value is lower. */
  seq: number;
  /** Temporal execution (run id) that `seq` belongs to. */
  executionId: string | null;
  progress: WorkProgress;
  /** Counts of a visual or functional run, or the summary of an audit, depending on the type of the run. */
  summary: VisualSummary | FunctionalSummary | AuditSummary | SuiteSummary | null;
  verdict: "pass" | "fail" | null;
  error: string | null;
  warnings: Reason[];
  /** Those of its warnings that are about the history it started with; present from the start. */
  historyNotes?: Reason[];
  /** Who cancelled it; set before the workflow is notified. */
  cancelledBy: string | null;
  /** Artifacts of the requested reports, by format. */
  reports: Partial<Record<ReportFormat, string>>;
  /** Incremented when results change after the end, so that a report started before is not stored. Missing in older runs. */
  resultsRevision?: number;
  /** Whether notifications have processed its current state. Missing in older runs, which are never processed. */
  outbox?: "waiting" | "done";
  /** For a run with uploaded pictures; null or missing for any other run. */
  upload?: UploadState | null;
  /** Whether it is a key's or schedule's capture on a protected main branch: pictures that have a baseline keep it. */
  firstPicturesOnly?: boolean;
  /** Whether the start was reported to the commit; only for runs with a commit. */
  startOutbox?: "waiting" | "done";
  /** What each comparison rule left out; only for ended screenshot runs. */
  ruleTotals?: RuleTotal[];
  /** Fields of single run types (perfScore, seoScore …), as returned by the status endpoint. */
  extra: Record<string, unknown>;
  /** When somebody last started to decide about it or to build on it: a sweep leaves it alone for an hour. */
  heldAt?: Date | null;
  /** For a run that a sweep is deleting: its original values. Such a run has a status and owners that no other run has. */
  hidden?: HiddenRun | null;
};

/** `kind`: its retention kind. `deleting`: its deletion has begun, so it is never shown again. The rest is what it had before it was hidden. */
export type HiddenRun = {
  kind: RunRetentionKind;
  at: Date;
  status: RunStatus;
  orgId: string;
  projectId: string;
  parentRunId: string | null;
  deleting?: boolean;
};

/** Returns the fields of a run before any work was done. */
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
  requestedByApp: String,
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
// Runs are read newest first, and those of the same moment by id; the fields after the ids narrow a read before runs are loaded.
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
