import type { JobKind, JobProgress, JobStatus } from "../../domain/jobs/kinds.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** The projection of one async job. Written by the API once, then by activities under the `seq` guard, as a run's. */
export type Job = {
  _id: string;
  orgId: string;
  projectId: string;
  projectSlug: string;
  kind: JobKind;
  status: JobStatus;
  /** One job at a time has a lock; a job that is over holds none, and its own id stands here. */
  lock: string;
  environmentId: string | null;
  /** The environment's slug, for the workflow's attributes. */
  environment: string;
  /** Of the environment, or of the project. */
  baseUrl: string;
  /** Where its browsers stand; missing: no place in particular. */
  location?: string;
  /** What the kind was asked for. */
  input: Record<string, unknown>;
  /** What the kind's activities keep for each other. */
  state: Record<string, unknown>;
  requestedBy: string;
  createdAt: Date;
  /** Temporal accepted the workflow. */
  startedAt: Date | null;
  finishedAt: Date | null;
  seq: number;
  executionId: string | null;
  progress: JobProgress;
  result: Record<string, unknown> | null;
  error: string | null;
  cancelledBy: string | null;
  /** Of a crawl: its addresses were deleted. */
  forgotten?: boolean;
};

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
