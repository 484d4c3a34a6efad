import { QUEUED } from "../../domain/durable/progress.ts";
import type { JobKind, JobProgress, JobStatus } from "../../domain/jobs/kinds.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** The projection of one async job. Written once by the API, then by activities under the `seq` guard, like a run. */
export type Job = {
  _id: string;
  orgId: string;
  projectId: string;
  projectSlug: string;
  kind: JobKind;
  status: JobStatus;
  /** Unique: only one job at a time has a lock. A job that has ended holds none and has its own id here. */
  lock: string;
  environmentId: string | null;
  /** The environment's slug, for the workflow's search attributes. */
  environment: string;
  /** Base address of the environment, or of the project. */
  baseUrl: string;
  /** Where its browsers are located; missing means anywhere. */
  location?: string;
  /** Input of this kind of job. */
  input: Record<string, unknown>;
  /** What the activities of this kind of job store for each other. */
  state: Record<string, unknown>;
  requestedBy: string;
  createdAt: Date;
  /** When Temporal accepted the workflow. */
  startedAt: Date | null;
  finishedAt: Date | null;
  seq: number;
  executionId: string | null;
  progress: JobProgress;
  result: Record<string, unknown> | null;
  error: string | null;
  cancelledBy: string | null;
  /** For a crawl: whether its addresses were deleted. */
  forgotten?: boolean;
};

/** The fields of a job whose workflow has stored nothing yet. */
export const UNTOUCHED = {
  status: "queued",
  state: {},
  finishedAt: null,
  seq: 0,
  executionId: null,
  progress: QUEUED,
  result: null,
  error: null,
  cancelledBy: null,
} as const satisfies Partial<Job>;

export const jobSchema = document<Job>({
  _id: required(String),
  orgId: required(String),
  projectId: required(String),
  projectSlug: required(String),
  kind: required(String),
  status: required(String),
  lock: required(String),
  environmentId: { type: String, default: null },
  environment: { type: String, default: "" },
  baseUrl: required(String),
  location: { type: String },
  input: required(json),
  state: { type: json, default: {} },
  requestedBy: required(String),
  createdAt: required(Date),
  startedAt: { type: Date, default: null },
  finishedAt: { type: Date, default: null },
  seq: required(Number),
  executionId: { type: String, default: null },
  progress: required(json),
  result: { type: json, default: null },
  error: { type: String, default: null },
  cancelledBy: { type: String, default: null },
  forgotten: { type: Boolean },
});
describeCollection(jobSchema, { holds: "The projection of one async job, under its `seq`." });
jobSchema.index({ lock: 1 }, { unique: true });
jobSchema.index({ projectId: 1, kind: 1, createdAt: -1 });
jobSchema.index({ status: 1, createdAt: 1 });
