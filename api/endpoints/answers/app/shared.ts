// Schemas shared by several dashboard screens.
import { boolean, object, string } from "yup";
import { PILLARS } from "../../../../domain/audit/pillars.ts";
import { RUN_STATUSES, WORKFLOW_OF } from "../../../../domain/runTypes.ts";
import { count, id, listOf, maybeNumber, maybeText, maybeTime, note, oneOf, text, time } from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";

export const RUN_TYPES = Object.keys(WORKFLOW_OF) as (keyof typeof WORKFLOW_OF)[];
export const pillar = () => oneOf(PILLARS).required();
export const verdict = () => oneOf(["pass", "fail"]).nullable().defined();

/** An action that a tool performs: POST /api/app/tools/{tool} with these args. */
export const action = object({
  label: text(),
  tool: text(),
  args: object().required(),
  needsConfirm: boolean().required().meta(note("Changes something: add confirm: true")),
}).required();

const progress = object({ phase: string().defined(), done: count(), total: count() });

/** Share of the screenshots that a rule hides. */
export const hiddenShare = () =>
  maybeNumber().meta(
    note("Part of the screenshots that it left out of the last run that compared any, 0 to 1; null: unknown"),
  );

/** The code under test, as reported by the run. */
export const commitFields = {
  branch: maybeText(),
  commitSha: maybeText(),
  commitMessage: maybeText().meta(note("First line; null: unknown")),
  commitAuthor: maybeText(),
  commitUrl: maybeText().meta(note("On the code host")),
  prNumber: maybeNumber(),
  prUrl: maybeText(),
};

/** The run's conclusion about the site. */
export const conclusion = () =>
  oneOf(["passed", "failed", "inconclusive"]).nullable().defined().meta(note("null while it runs"));

export const runRow = object({
  runId: id(),
  type: oneOf(RUN_TYPES).required(),
  name: text().meta(note("Name of the run type")),
  pillar: oneOf(PILLARS).nullable().defined().meta(note("null: a full audit")),
  chosen: listOf(oneOf(PILLARS).required()).meta(note("Pillars of a full audit that is limited to some")),
  status: oneOf(RUN_STATUSES).required(),
  verdict: verdict(),
  conclusion: conclusion(),
  sentence: text().meta(note("Result in one sentence, the same everywhere")),
  startingPoint: boolean().required().meta(note("It passed because there was no earlier run")),
  parentRunId: maybeText(),
  environmentId: maybeText(),
  environmentName: maybeText(),
  ...commitFields,
  ciProvider: maybeText(),
  issueKey: maybeText(),
  requestedBy: string().defined().meta(note("Who started it")),
  cancelledBy: maybeText(),
  createdAt: time(),
  startedAt: maybeTime(),
  finishedAt: maybeTime(),
  duration: maybeNumber().meta(note("Milliseconds")),
  progress: progress.nullable().defined().default(undefined).meta(note("While it runs")),
  error: maybeText(),
}).required();

export const runRowNamed = named("AppRunRow", runRow);
export type AppRunRow = AnswerOf<typeof runRowNamed>;
export type AppAction = { label: string; tool: string; args: Record<string, unknown>; needsConfirm: boolean };

export const reason = object({ code: text(), message: text() });

export const bySeverity = object({
  critical: count(),
  serious: count(),
  moderate: count(),
  minor: count(),
  info: count(),
});
