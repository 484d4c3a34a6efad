// Response schemas for the outcome of one run.
import { boolean, number, object, string } from "yup";
import { SEVERITIES } from "../../../../domain/audit/finding.ts";
import { PILLARS } from "../../../../domain/audit/pillars.ts";
import { PROBLEM_KINDS } from "../../../../domain/problems/problem.ts";
import { STANDINGS } from "../../../operations/runs/runOutcome.ts";
import { box, count, id, listOf, maybeNumber, maybeObject, maybeText, note, oneOf, time } from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";
import { evidence } from "../problems.ts";

const side = () =>
  maybeObject({ src: string().required(), width: number().required(), height: number().required(), box });

const problem = object({
  id: id().meta(note("Of the problem over all runs")),
  title: string().defined(),
  sentence: string().defined(),
  help: string().defined(),
  severity: oneOf(SEVERITIES).required(),
  kind: oneOf(PROBLEM_KINDS).required(),
  standing: oneOf(STANDINGS).required().meta(note("The last three: of changes in screenshots")),
  new: boolean().required().meta(note("The run that this one is compared with does not have it")),
  where: string().defined(),
  places: count(),
  evidence: object(evidence).required(),
  shot: maybeNumber().meta(note("Of a change: the number of the screenshot that shows it best")),
  change: maybeObject({ before: side(), after: side() }).meta(
    note("Whole screenshots by signed links, and the box of the change in pixels of each"),
  ),
  screenshot: maybeText().meta(note("Signed link to a screenshot of the element or of the failed step")),
});

export const appRunOutcome = named(
  "AppRunOutcome",
  object({
    runId: id(),
    pillar: oneOf(PILLARS).nullable().defined().meta(note("null: a full audit")),
    score: maybeObject({
      value: number().required(),
      change: maybeNumber().meta(note("Since the run before")),
      spread: maybeNumber().meta(note("What earlier runs differ by anyhow; null: too few of them")),
    }),
    before: maybeObject({ runId: id(), at: time() }),
    problems: listOf(problem),
    total: count(),
    open: count().meta(note("Of all: those that nobody accepted, approved or snoozed")),
    new: count().meta(note("Of the open ones")),
  }).required(),
);
export type AppRunOutcome = AnswerOf<typeof appRunOutcome>;
