// Response schemas for conversations about screenshots and for review requests.
import { object, string } from "yup";
import { PROBLEM_STATUSES } from "../../../../domain/problems/problem.ts";
import {
  boxFields,
  count,
  id,
  listOf,
  maybeObject,
  maybeText,
  maybeTime,
  note,
  oneOf,
  rowsOf,
  text,
  texts,
  time,
} from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";

const by = () => text().meta(note("Of people the e-mail address"));

const message = object({
  id: id(),
  rev: count().meta(note("State that a change of it must send back")),
  by: by(),
  at: time(),
  text: string().defined().meta(note("Empty where it was deleted")),
  editedAt: maybeTime(),
  deletedAt: maybeTime(),
}).required();

const thread = {
  id: id(),
  rev: count(),
  shotId: id().meta(note("The run's result of the same place")),
  from: maybeText().meta(note("The earlier run that it was started in; null: this one")),
  pin: maybeObject(boxFields).meta(note("In pixels of the new screenshot; null: nowhere on it")),
  selector: maybeText(),
  resolved: maybeObject({ by: by(), at: time() }),
  createdAt: time(),
  messages: listOf(message),
};

export const appThread = named("AppThread", object(thread).required());
export type AppThread = AnswerOf<typeof appThread>;

export const appThreads = named(
  "AppThreads",
  object({ runId: id(), threads: listOf(object(thread)).meta(note("Open ones first")) }).required(),
);
export type AppThreads = AnswerOf<typeof appThreads>;

export const appReviewRequests = named(
  "AppReviewRequests",
  object({
    runId: id(),
    requests: rowsOf({
      email: text(),
      state: oneOf(["asked", "looked", "done"]).required(),
      askedBy: by(),
      askedAt: time(),
      note: maybeText(),
      lookedAt: maybeTime(),
      doneAt: maybeTime(),
    }).meta(note("In the order in which people were asked")),
    reviewers: texts().meta(note("Who is asked unless others are named: the project's default reviewers")),
    already: texts().meta(note("Of a request: who had been asked before")),
  }).required(),
);
export type AppReviewRequests = AnswerOf<typeof appReviewRequests>;

export const appShotProblems = named(
  "AppShotProblems",
  object({
    runId: id(),
    shotId: id(),
    problems: rowsOf({
      id: id(),
      rev: count(),
      title: text(),
      status: oneOf(PROBLEM_STATUSES).required(),
      assignee: maybeText(),
    }).meta(note("The most urgent first, at most 20")),
  }).required(),
);
