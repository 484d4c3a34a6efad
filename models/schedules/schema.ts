// A schedule of a project: what it starts and when, and what became of its due times. The record is the truth; Temporal's schedule follows it.
import type { HandledDue, ScheduledType, StartedType } from "../../domain/schedules/schedule.ts";
import type { BrowserName } from "../../domain/visual/shot.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** What is started. `environment`: the slug; null: the project's own address. */
export type SchedulePlan = {
  types: ScheduledType[];
  environment: string | null;
  scenarios: string[] | null;
  browsers: BrowserName[] | null;
  branch: string | null;
  /** Where the browsers of its runs stand; null or missing: where those of the environment do. */
  location?: string | null;
};

/** A due time that is being started. The plan is the one of that moment: whoever takes it up starts the same runs. */
export type StartingDue = {
  at: Date;
  /** Who asked; null: it was due. */
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
  /** Due times are taken up to so many minutes later, so that schedules of one hour do not begin at once. */
  jitterMinutes: number;
  /** false: paused. */
  enabled: boolean;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  /** Raised by every change that people make. */
  rev: number;
  /** The `rev` that Temporal's schedule was made from; null: it was not made yet. */
  alignedRev: number | null;
  /** Deleted by a person; the record goes when Temporal's schedule is gone. */
  deletedAt: Date | null;
  /** Due times up to here are dealt with. */
  handledUntil: Date;
  /** When somebody must look at it; null: nothing is to be done. Whoever takes it moves this on. */
  takeAfter: Date | null;
  /** Raised by every write about due times: of two that read the same, one writes. */
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
