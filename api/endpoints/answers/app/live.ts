// What open pages hear of.
import { boolean, object, string } from "yup";
import { JOB_KINDS, JOB_STATUSES } from "../../../../domain/jobs/kinds.ts";
import { CHANGE_KINDS } from "../../../../domain/liveChanges.ts";
import { count, id, listOf, maybeText, maybeTime, note, oneOf, time } from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";
import { runRow } from "./shared.ts";

const change = object({
  kind: oneOf(CHANGE_KINDS).required(),
  id: id().meta(
    note(
      "Of the run, the job, the run that was reviewed, the finding, the delivery, the feature or step definition, the proposal, the recording",
    ),
  ),
  projectId: id(),
  at: time(),
  data: object().required(),
}).required();

export const appChanges = named(
  "AppChanges",
  object({
    cursor: id().meta(note("For the next call's since")),
    reset: boolean().required().meta(note("Too long ago: read everything again")),
    changes: listOf(change),
  }).required(),
);
export type AppChanges = AnswerOf<typeof appChanges>;
export type AppChange = AppChanges["changes"][number];

const job = object({
  jobId: id(),
  kind: oneOf(Object.keys(JOB_KINDS) as (keyof typeof JOB_KINDS)[]).required(),
  name: id(),
  unit: id(),
  status: oneOf(JOB_STATUSES).required(),
  environment: maybeText(),
  requestedBy: string().defined(),
  error: maybeText(),
  progress: object({ phase: string().defined(), done: count(), total: count() }).required(),
  createdAt: time(),
  finishedAt: maybeTime(),
});

export const appRunning = named(
  "AppRunning",
  object({
    runs: listOf(runRow).meta(note("That go on, newest first, 50 at most")),
    jobs: listOf(job).meta(note("The newest 50, ended ones too")),
  }).required(),
);
export type AppRunning = AnswerOf<typeof appRunning>;
