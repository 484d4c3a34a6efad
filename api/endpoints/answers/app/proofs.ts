// Response schemas for issue proofs on the dashboard.
import { boolean, mixed, object, string } from "yup";
import { JOB_STATUSES } from "../../../../domain/jobs/kinds.ts";
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
  texts,
  time,
} from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";

const json = () => mixed<Record<string, unknown>>();
const said = () => string().defined();

export const appStartedProof = named(
  "AppStartedProof",
  object({ jobId: id(), joined: boolean().required(), issueKey: text(), warnings: texts() }).required(),
);
export type AppStartedProof = AnswerOf<typeof appStartedProof>;

const row = {
  jobId: id(),
  issueKey: said(),
  title: said(),
  status: oneOf(JOB_STATUSES).required(),
  verdict: oneOf(["proven", "failed"]).nullable().defined(),
  environment: maybeText(),
  requestedBy: said(),
  createdAt: time(),
  finishedAt: maybeTime(),
};

export const appProofs = named(
  "AppProofs",
  object({ proofs: listOf(object(row)), nextCursor: nextCursor() }).required(),
);
export type AppProofs = AnswerOf<typeof appProofs>;

export const appProof = named(
  "AppProof",
  object({
    ...row,
    progress: object({ phase: said(), done: count(), total: count() }).required(),
    stale: boolean().required().meta(note("Temporal did not answer: progress is the last stored one")),
    error: maybeText(),
    headline: maybeText(),
    reasons: rowsOf({ code: text(), message: text() }),
    warnings: texts(),
    scenario: json().nullable().defined(),
    event: json().nullable().defined(),
    candidates: object({ scenarios: listOf(json().defined()), events: listOf(json().defined()) }).required(),
    runId: maybeText(),
    steps: rowsOf({
      keyword: said(),
      text: said(),
      status: text(),
      message: maybeText(),
      screenshot: maybeText(),
      events: rowsOf({ name: said(), provider: said() }),
    }),
    rows: rowsOf({ attribute: said(), expected: said(), observed: said(), ok: boolean().required() }).meta(
      note("Planned and sent values"),
    ),
    times: maybeObject({ sent: count(), expected: count() }),
    trace: maybeText(),
    traceViewer: maybeText(),
    evidence: maybeText().meta(note("Signed link to the page of evidence")),
    markdown: maybeText().meta(note("To paste into a ticket of GitHub or GitLab")),
    jira: maybeText().meta(note("To paste into a ticket of Jira")),
    comment: maybeObject({ url: maybeText(), problem: maybeText() }),
  }).required(),
);
export type AppProof = AnswerOf<typeof appProof>;
