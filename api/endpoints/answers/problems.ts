// Response schemas for problems.
import { array, boolean, number, object, string } from "yup";
import { SEVERITIES } from "../../../domain/audit/finding.ts";
import { PILLARS } from "../../../domain/audit/pillars.ts";
import { PROBLEM_KINDS, PROBLEM_STATUSES, type ProblemStatus } from "../../../domain/problems/problem.ts";
import { commitFields } from "./app/shared.ts";
import {
  count,
  id,
  listOf,
  maybeObject,
  maybeText,
  maybeTime,
  nextCursor,
  note,
  oneOf,
  rowsOf,
  text,
  time,
} from "./fields.ts";
import { type AnswerOf, named } from "./named.ts";

const seen = { runId: id(), at: time(), commitSha: maybeText(), branch: maybeText() };

export const evidence = {
  resultId: string().meta(note("The result that shows it: a shot, a finding, a scenario of the run")),
  target: string(),
  page: string().meta(note("Where a scenario fails")),
  scenario: string(),
  featureId: string(),
  viewport: string(),
  screenshotId: string(),
  traceId: string(),
  mismatchPercent: number().meta(note("Of the worst screenshot")),
};

const fields = {
  id: id().meta(note("The same in every later run")),
  pillar: oneOf(PILLARS).required(),
  rule: text(),
  severity: oneOf(SEVERITIES).required(),
  kind: oneOf(PROBLEM_KINDS).required(),
  status: oneOf(PROBLEM_STATUSES).required(),
  title: string().defined(),
  sentence: string().defined(),
  help: string().defined(),
  places: rowsOf({
    page: string().defined().meta(note("Path on the site; empty: the whole site")),
    label: string().defined().meta(note("Scenario; empty for pages of audits")),
    viewport: string().defined(),
    browser: string().defined(),
    mode: string(),
  }).meta(note("The first ones")),
  placeCount: count(),
  firstSeen: object(seen).required(),
  lastSeen: object(seen).required(),
  fixedIn: maybeObject(seen),
  seenIn: count().meta(note("Runs that saw it")),
  lookedIn: count().meta(note("Runs that looked, since it was first seen")),
  priority: number().required(),
  branch: maybeText().meta(note("null: the main branch")),
  environmentId: maybeText(),
  assignee: maybeText(),
  ticket: maybeText(),
  snooze: maybeObject({
    by: text(),
    until: maybeTime(),
    places: number().nullable().defined().meta(note("It counts again when it is in more places than these")),
    note: maybeText(),
  }),
  accepted: maybeObject({ by: string().defined(), reason: maybeText(), until: maybeTime() }),
  acceptedElsewhere: maybeText().meta(
    note("Why it is not accepted here: its screenshots are approved, or its findings accepted; null: accept it here"),
  ),
  comments: rowsOf({ id: id(), by: text(), at: time(), text: text() }).meta(note("In lists the newest 20")),
  commentCount: count(),
  evidence: object(evidence).required(),
  picture: maybeText().meta(note("Signed link to a screenshot of the element or of the failed step")),
  commits: array()
    .of(object({ runId: id(), ...commitFields }))
    .meta(note("What the runs of firstSeen, lastSeen and fixedIn say of their code; only of one problem that is read")),
  rev: count().meta(note("Send it with a change")),
  canUndo: boolean().required(),
};

const counts = {
  new: count(),
  ongoing: count(),
  regressed: count(),
  fixed: count(),
  accepted: count(),
  snoozed: count(),
} satisfies Record<ProblemStatus, unknown>;

export const problem = named("Problem", object(fields).required());
export type ProblemAnswer = AnswerOf<typeof problem>;

export const problems = named(
  "Problems",
  object({
    problems: listOf(object(fields)),
    counts: object(counts)
      .required()
      .meta(note("How many of each status fit the rest of the filter; fixed ones only where the filter asks for them")),
    nextCursor: nextCursor(),
  }).required(),
);

export const changedProblems = named(
  "ChangedProblems",
  object({
    changed: listOf(object(fields)).meta(note("As they are now")),
    refused: rowsOf({
      id: id(),
      message: text(),
      now: maybeObject(fields).meta(note("Where somebody else changed it first")),
    }),
  }).required(),
);
