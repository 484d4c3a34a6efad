// One problem of a project, across all runs of one branch and environment.
import type { Pillar } from "../../domain/audit/pillars.ts";
import { NOBODY, type PeopleSide } from "../../domain/problems/people.ts";
import type { ProblemState } from "../../domain/problems/problem.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/**
 * `_id` is a hash of project, environment, branch line, pillar and cause. Runs write the fields of `ProblemState`, people those of
 * `PeopleSide`, so neither overwrites the other.
 */
export type Problem = ProblemState &
  PeopleSide & {
    _id: string;
    projectId: string;
    environmentId: string | null;
    /** The branch; "" is the main branch, and runs that name none. */
    line: string;
    pillar: Pillar;
    /** Its pillar on its branch, and whether it is open. */
    shelfId: string;
    /** The run in which it appeared, reappeared or was fixed; null if the newest run that covered it changed none of this. */
    changeRunId?: string | null;
    /** Look-up key of an assigned problem; set while it has an assignee. */
    assignedId?: string | null;
    /** Look-up key of a person's decision; set while it is accepted or snoozed. */
    decidedId?: string | null;
    priority: number;
    /** Number of places that the pillar knew when the run wrote it; the priority uses the share of them. Missing in earlier versions. */
    lookedAt?: number;
    /** The run that last wrote it, and when that run was created: an older run changes nothing. */
    runId: string;
    runAt: Date;
    /** Its state before that run, so that writing the run again gives the same result; null if it was unknown. */
    before: ProblemState | null;
    /** Incremented by every change of a person, so that a decision based on an older state does not apply. */
    rev: number;
    /** The people's side before their last change, restored by an undo. */
    peopleBefore: Omit<PeopleSide, "comments"> | null;
  };

/** The fields that a run copies from its state. */
const STATE_FIELDS = [
  "cause",
  "rule",
  "severity",
  "kind",
  "title",
  "sentence",
  "help",
  "places",
  "placeCount",
  "evidence",
  "status",
  "accepted",
  "firstSeen",
  "lastSeen",
  "fixedIn",
  "seenIn",
  "lookedIn",
] as const satisfies readonly (keyof ProblemState)[];

/** Returns the state that runs write. */
export const stateOf = (problem: Problem): ProblemState =>
  Object.fromEntries(STATE_FIELDS.map((field) => [field, problem[field]])) as unknown as ProblemState;

/** As stored: `comments` is missing until the first comment. */
type StoredProblem = Omit<Problem, "comments"> & Partial<Pick<Problem, "comments">>;

export const problemSchema = document<StoredProblem>({
  _id: required(String),
  projectId: required(String),
  environmentId: { type: String, default: null },
  line: { type: String, default: "" },
  pillar: required(String),
  shelfId: required(String),
  cause: required(String),
  rule: required(String),
  severity: required(String),
  kind: required(String),
  title: required(String),
  sentence: { type: String, default: "" },
  help: { type: String, default: "" },
  places: { type: json, default: [] },
  placeCount: required(Number),
  evidence: { type: json, default: {} },
  status: required(String),
  accepted: { type: json, default: null },
  firstSeen: required(json),
  lastSeen: required(json),
  fixedIn: { type: json, default: null },
  seenIn: required(Number),
  lookedIn: required(Number),
  changeRunId: String,
  assignedId: String,
  decidedId: String,
  priority: required(Number),
  lookedAt: Number,
  runId: required(String),
  runAt: required(Date),
  before: { type: json, default: null },
  assignee: String,
  ticket: String,
  snooze: json,
  acceptance: json,
  comments: json,
  rev: { type: Number, default: 0 },
  peopleBefore: json,
});
problemSchema.index({ shelfId: 1 });
problemSchema.index({ assignedId: 1 });
problemSchema.index({ decidedId: 1 });
problemSchema.index({ assignee: 1 });
problemSchema.index({ changeRunId: 1 });
problemSchema.index({ projectId: 1 });
describeCollection(problemSchema, {
  holds: "A problem across all runs of a branch: its state, and what people did about it.",
  id: "a hash of project, environment, branch, pillar and cause",
});

/** Returns the problem with defaults for fields that nobody has written yet. */
export const withPeople = (stored: Problem): Problem => ({
  ...NOBODY,
  ...stored,
  environmentId: stored.environmentId ?? null,
  peopleBefore: stored.peopleBefore ?? null,
});
