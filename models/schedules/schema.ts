// A schedule of a project: what it starts and when, and the outcome of its due times. The record is authoritative; Temporal's schedule
// follows it.
import type { HandledDue, ScheduledType, StartedType } from "../../domain/schedules/schedule.ts";
import type { BrowserName } from "../../domain/visual/shot.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** What is started. `environment`: the slug; null means the project's own address. */
export type SchedulePlan = {
  types: ScheduledType[];
  environment: string | null;
  scenarios: string[] | null;
  browsers: BrowserName[] | null;
  branch: string | null;
  /** Where the browsers of its runs are located; null or missing means the environment's location. */
  location?: string | null;
};

/** A due time that is being started. The plan is the one of that moment, so that a process that takes over starts the same runs. */
export type StartingDue = {
  at: Date;
  /** Who requested it; null if it was due. */
  by: string | null;
  passed: number;
  reason: string | null;
  plan: SchedulePlan;
  runs: StartedType[];
};

export type Schedule = SchedulePlan & {
  _id: string;
  orgId: string;
  projectId: string;
  /** Unique in the project. */
  name: string;
  cron: string;
  timeZone: string;
  /** Maximum delay of a due time in minutes, so that schedules of the same hour do not start at the same time. */
  jitterMinutes: number;
  /** false if paused. */
  enabled: boolean;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  /** Incremented by every change that people make. */
  rev: number;
  /** The `rev` that Temporal's schedule was created from; null if it was not created yet. */
  alignedRev: number | null;
  /** When a person deleted it; the record is removed after Temporal's schedule. */
  deletedAt: Date | null;
  /** Due times up to this one are handled. */
  handledUntil: Date;
  /** When it has to be processed; null if nothing is to be done. The process that takes it moves this time forward. */
  takeAfter: Date | null;
  /** Incremented by every write about due times: of two processes that read the same value, one writes. */
  turn: number;
  starting: StartingDue | null;
  /** Newest first. */
  recent: HandledDue[];
};

export const scheduleSchema = document<Schedule>({
  _id: required(String),
  orgId: required(String),
  projectId: required(String),
  name: required(String),
  cron: required(String),
  timeZone: required(String),
  jitterMinutes: required(Number),
  types: { type: [String], required: true as const },
  environment: { type: String, default: null },
  scenarios: { type: json, default: null },
  browsers: { type: json, default: null },
  branch: { type: String, default: null },
  location: String,
  enabled: required(Boolean),
  createdBy: required(String),
  createdAt: required(Date),
  updatedAt: required(Date),
  rev: required(Number),
  alignedRev: { type: Number, default: null },
  deletedAt: { type: Date, default: null },
  handledUntil: required(Date),
  takeAfter: { type: Date, default: null },
  turn: required(Number),
  starting: { type: json, default: null },
  recent: { type: json, default: [] },
});
describeCollection(scheduleSchema, {
  holds: "What is started and when, the due time that is being started, and the outcome of the last ten.",
});
scheduleSchema.index({ projectId: 1, name: 1 }, { unique: true });
scheduleSchema.index({ takeAfter: 1 });
