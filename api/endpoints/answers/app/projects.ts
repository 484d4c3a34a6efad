// Response schemas for the project list and the project overview.
import { array, boolean, number, object, string } from "yup";
import { PILLARS } from "../../../../domain/audit/pillars.ts";
import { LEVELS } from "../../../../domain/guidance/blockers.ts";
import { STEP_CODES } from "../../../../domain/guidance/codes.ts";
import { EFFORTS } from "../../../../domain/guidance/step.ts";
import { GATE_VERDICTS } from "../../../../domain/health/gateTypes.ts";
import { JOB_STATUSES } from "../../../../domain/jobs/kinds.ts";
import { PROBLEM_STATUSES } from "../../../../domain/problems/problem.ts";
import {
  address,
  count,
  id,
  listOf,
  maybeNumber,
  maybeObject,
  maybeText,
  maybeTime,
  nextCursor,
  note,
  oneOf,
  rowsOf,
  text,
  texts,
  time,
} from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";
import { action, conclusion, pillar, reason, runRow, verdict } from "./shared.ts";
import { waiting } from "./waiting.ts";

const projectFields = { id: id(), name: text(), slug: text(), baseUrl: address(), mainBranch: text() };

const lastVerdict = object({
  pillar: pillar(),
  runId: id(),
  verdict: verdict(),
  status: oneOf(["running", "completed", "failed"]).required(),
  conclusion: conclusion(),
  at: time(),
  score: maybeNumber(),
});

export const appProjects = named(
  "AppProjects",
  object({
    projects: rowsOf({
      ...projectFields,
      scenarioCount: count(),
      environments: count(),
      health: maybeNumber().meta(note("Quality score, 0 to 100; null without data")),
      running: count().meta(note("Running runs")),
      lastRunAt: maybeTime(),
      review: waiting().meta(note("What waits for review, over all runs and branches")),
      last: listOf(lastVerdict).meta(
        note(
          "How each pillar stands on the main branch: its newest run of 30 days that was not cancelled, and its score over those",
        ),
      ),
    }),
    nextCursor: nextCursor(),
  }).required(),
);
export type AppProjects = AnswerOf<typeof appProjects>;

const pillarHealth = object({
  pillar: pillar(),
  name: text(),
  locked: boolean().required().meta(note("The plan does not have it")),
  score: maybeNumber(),
  moved: maybeNumber().meta(note("Points by which its newest run moved the whole score")),
  trend: text().meta(note("A sentence")),
  lastRunAt: maybeTime(),
});

const mover = object({
  pillar: pillar(),
  points: number().required().meta(note("Of the whole score; below 0 it fell")),
  sentence: text(),
  problems: rowsOf({
    id: id(),
    title: text(),
    status: oneOf(PROBLEM_STATUSES).required(),
    points: number().required().meta(note("Its share of the pillar's points, by priority")),
  }).meta(note("New ones of a fall, fixed ones of a rise; 3 at most")),
});

export const appOverview = named(
  "AppOverview",
  object({
    project: object({ ...projectFields, plan: text() }).required(),
    environments: rowsOf({ id: id(), name: text(), slug: text(), baseUrl: address() }),
    branches: texts().meta(note("Of runs of 30 days, the newest first, 50 at most")),
    environment: maybeText().meta(note("Slug of the requested environment")),
    branch: maybeText(),
    mayChange: boolean().required(),
    health: object({
      score: maybeNumber(),
      change: maybeNumber().meta(note("Points by which the newest runs moved it")),
      movedBy: listOf(mover).meta(note("What moved the score since the run before, the largest move first; 3 at most")),
      pillars: listOf(pillarHealth),
      reasons: listOf(reason),
    }).required(),
    needsYou: rowsOf({
      code: oneOf(STEP_CODES).required(),
      title: text(),
      why: text(),
      effort: oneOf(EFFORTS).required(),
      gain: object({ sentence: text(), points: maybeNumber() }).required(),
      action,
    }).meta(note("The most urgent first, 12 at most")),
    waiting: object({
      heals: count().meta(note("Self-healing proposals that need review")),
      running: count(),
      review: waiting().meta(note("Screenshots that wait for review, of the requested place, else of all of them")),
    }).required(),
    lastRuns: listOf(runRow).meta(note("10 at most")),
    trends: rowsOf({ pillar: pillar(), name: text(), scores: array().of(maybeNumber()).required() }).meta(
      note("Of runs of all scenarios, in 30 days of the main or the requested branch; oldest first, at most 60 each"),
    ),
    release: object({
      verdict: oneOf(["blocked", "undecided", "ready"]).required(),
      items: rowsOf({
        code: text(),
        pillar: oneOf(PILLARS).nullable().defined(),
        level: oneOf(LEVELS).required(),
        message: text(),
        action: action.nullable().defined().default(undefined),
      }),
    })
      .required()
      .meta(note("What blocks a release of the main branch")),
    gate: maybeObject({
      verdict: oneOf(GATE_VERDICTS).required(),
      reasons: rowsOf({ code: text(), message: text() }),
    }).meta(note("Of the requested branch; null: none was requested, or it is the main branch")),
  }).required(),
);
export type AppOverview = AnswerOf<typeof appOverview>;

export const appFrame = named(
  "AppFrame",
  object({
    project: object(projectFields).required(),
    environments: rowsOf({ id: id(), name: text(), slug: text(), baseUrl: address() }),
    branches: texts().meta(note("Of runs of 30 days, the newest first, 50 at most")),
    work: rowsOf({
      kind: oneOf(["run", "job"]).required(),
      id: id(),
      title: text(),
      startedAt: time(),
      progress: object({ phase: string().defined(), done: count(), total: count() }).required(),
      by: string().defined().meta(note("Who started it")),
    }).meta(note("Running runs and jobs, oldest first, at most 50")),
    review: waiting().meta(note("What waits for review, of the requested place, else of all of them")),
  }).required(),
);
export type AppFrame = AnswerOf<typeof appFrame>;

export const appCancelledJob = named(
  "AppCancelledJob",
  object({ jobId: id(), status: oneOf(JOB_STATUSES).required(), message: text() }).required(),
);
