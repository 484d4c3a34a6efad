// Response schemas for trends over runs, comparisons of two runs, and the pages of an audit.
import { boolean, number, object, string } from "yup";
import { AUDIT_PILLARS, PILLARS } from "../../../../domain/audit/pillars.ts";
import { FORM_FACTORS, METRICS } from "../../../../domain/pillars/perf/measurements.ts";
import { OUTCOME_KINDS } from "../../../../domain/runs/compareOutcomes.ts";
import { SEVERITIES } from "../../../../domain/words/severities.ts";
import {
  carriedFrom,
  count,
  id,
  listOf,
  maybeNumber,
  maybeText,
  nextCursor,
  note,
  oneOf,
  rowsOf,
  text,
  texts,
  time,
} from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";
import { bySeverity } from "./shared.ts";

const verdict = () => oneOf(["pass", "fail"]).nullable().defined();

const point = object({
  runId: id(),
  at: time(),
  value: number().required(),
  low: number().required(),
  high: number().required(),
});

const band = () =>
  object({ good: number().required(), poor: number().required() })
    .required()
    .meta(note("Up to `good` the metric is good, from `poor` on poor"));

export const appTrends = named(
  "AppTrends",
  object({
    pillar: oneOf(PILLARS).required(),
    days: count(),
    runs: rowsOf({
      runId: id(),
      at: time(),
      verdict: verdict(),
      score: maybeNumber(),
      branch: maybeText(),
      commitSha: maybeText(),
      commitMessage: maybeText(),
      device: oneOf(FORM_FACTORS).required(),
      bySeverity: bySeverity.nullable().defined().default(undefined),
      new: maybeNumber(),
      fixed: maybeNumber(),
    }).meta(note("Oldest first, 60 at most")),
    metrics: rowsOf({
      metric: oneOf(METRICS).required(),
      name: text(),
      unit: oneOf(["ms", ""]).defined(),
      budget: maybeNumber().meta(note("Of the newest run that had one")),
      bands: object({ mobile: band(), desktop: band() }).required(),
      broken: maybeText().meta(note("The budget that the newest run does not meet, in words")),
      because: rowsOf({ message: text(), page: string().defined(), fingerprint: id() }).meta(
        note("What the newest run found that makes the metric slow"),
      ),
      lines: rowsOf({ page: text(), device: oneOf(FORM_FACTORS).required(), points: listOf(point) }),
    }).meta(note("Of performance alone; `low` and `high` are the spread of a run's measurements")),
  }).required(),
);
export type AppTrends = AnswerOf<typeof appTrends>;

const comparedRun = object({
  runId: id(),
  type: text(),
  at: time(),
  commitSha: maybeText(),
  commitMessage: maybeText(),
  commitAuthor: maybeText(),
  commitUrl: maybeText(),
  branch: maybeText(),
  prNumber: maybeNumber(),
  prUrl: maybeText(),
  environmentName: maybeText(),
  verdict: verdict(),
  startingPoint: boolean().required().meta(note("It passed because there was no earlier run")),
  score: maybeNumber(),
  over: maybeText().meta(note("What the score covers, if not everything")),
}).required();
const fault = object({
  title: text(),
  page: text(),
  target: string().defined(),
  severity: oneOf(SEVERITIES).required(),
});
const about = object({ kind: oneOf(OUTCOME_KINDS).required(), id: id(), fault: fault.optional().default(undefined) })
  .required()
  .meta(
    note(
      "What it is: a result by its index, a scenario or a pillar's run by its id, a finding by its fingerprint, with what people read of it",
    ),
  );
const changes = () => rowsOf({ name: text(), from: maybeText(), to: maybeText(), about });
const metricChange = object({
  page: text(),
  metric: oneOf(METRICS).required(),
  name: text(),
  unit: oneOf(["ms", ""]).defined(),
  from: number().required(),
  to: number().required(),
  change: oneOf(["better", "worse", "steady"]).required(),
});

export const appCompare = named(
  "AppCompare",
  object({
    before: comparedRun,
    after: comparedRun,
    moved: maybeNumber().meta(note("Points by which the score moved; null: also of runs that are limited differently")),
    better: changes(),
    worse: changes(),
    appeared: changes(),
    vanished: changes(),
    still: changes().meta(note("Unchanged problems")),
    totals: object({
      better: count(),
      worse: count(),
      appeared: count(),
      vanished: count(),
      still: count(),
    }).required(),
    unchanged: count(),
    metrics: listOf(metricChange).meta(note("Of performance alone; steady: within the spread of the measurements")),
    parts: rowsOf({ type: text(), name: text(), before: text(), after: text() }).meta(
      note("Of full audits: the runs of each pillar that both have"),
    ),
    warnings: texts(),
  }).required(),
);
export type AppCompare = AnswerOf<typeof appCompare>;

export const appRunPages = named(
  "AppRunPages",
  object({
    runId: id(),
    pillar: oneOf(AUDIT_PILLARS).required(),
    device: oneOf(FORM_FACTORS).nullable().defined().meta(note("Of performance alone")),
    pages: rowsOf({
      index: number().integer().required(),
      url: maybeText().meta(note("null: the whole site")),
      key: maybeText(),
      status: oneOf(["pending", "passed", "failed", "not_measured"]).required(),
      carriedFrom: carriedFrom(),
      reason: maybeText(),
      score: maybeNumber(),
      metrics: object().required(),
      scenarioLabels: texts(),
      artifacts: object().required().meta(note("Signed links by name: report, filmstrip (JSON), screenshot …")),
    }),
    nextCursor: nextCursor(),
  }).required(),
);
export type AppRunPages = AnswerOf<typeof appRunPages>;
