// Response schemas for pages of results: shots, scenarios, findings, runs of a full audit.
import { array, boolean, number, object, string } from "yup";
import { OUTCOMES, SEVERITIES } from "../../../domain/audit/finding.ts";
import { AUDIT_PILLARS } from "../../../domain/audit/pillars.ts";
import { FAILURE_CLASSES } from "../../../domain/functional/attempt.ts";
import { SCENARIO_STATUSES } from "../../../domain/functional/attemptStatus.ts";
import { REASON_CODES, REGION_KINDS, SHOT_STATUSES } from "../../../domain/visual/outcome.ts";
import { BROWSERS, VIEWPORT_NAMES } from "../../../domain/visual/shot.ts";
import { comparedWith } from "./comparedWith.ts";
import {
  address,
  box,
  carriedFrom,
  count,
  id,
  listOf,
  maybeNumber,
  maybeObject,
  maybeText,
  maybeTime,
  nextCursor,
  note,
  numbers,
  oneOf,
  rowsOf,
  text,
  texts,
} from "./fields.ts";
import { named } from "./named.ts";
import { child, runType } from "./runs.ts";

const reason = object({
  code: oneOf(REASON_CODES).required(),
  message: text(),
  data: object().default(undefined).optional(),
});

const result = object({
  shotId: id(),
  scenarioLabel: text(),
  url: address(),
  selector: maybeText().meta(note("null: the whole page")),
  viewport: oneOf(VIEWPORT_NAMES).required(),
  browser: oneOf(BROWSERS).required(),
  mode: string().meta(note("Missing: without a mode")),
  status: oneOf(["pending", ...SHOT_STATUSES]).required(),
  carriedFrom: carriedFrom(),
  reasons: listOf(reason),
  mismatchPercent: maybeNumber().meta(note("Percent of the pixels that count, never rounded")),
  changedPixels: maybeNumber(),
  threshold: number().required(),
  regions: rowsOf({
    box,
    kind: oneOf(REGION_KINDS).required(),
    selector: string().defined(),
    text: string().defined(),
    share: number().required(),
    changedPixels: number().required(),
  }),
  shift: rowsOf({
    kind: oneOf(["inserted", "removed"]).required(),
    y: number().required(),
    height: number().required(),
  }),
  fingerprint: maybeText(),
  flaky: boolean().required(),
  attempts: count(),
  artifacts: object({
    baseline: maybeText(),
    test: maybeText(),
    diff: maybeText(),
    map: maybeText(),
    firstTest: maybeText(),
    trace: maybeText().meta(note("Playwright's viewer with the trace of the test that took it")),
  })
    .required()
    .meta(note("Signed links that expire; null if missing")),
  baselineVersionId: maybeText(),
  comparedWith,
  timings: numbers(),
  decidedAt: maybeTime(),
}).required();

const finding = object({
  fingerprint: id(),
  pillar: oneOf(AUDIT_PILLARS).required(),
  rule: text(),
  fault: maybeText().meta(note("What is wrong where the rule fails; null: the rule has no words for it")),
  severity: oneOf(SEVERITIES).required(),
  outcome: oneOf(OUTCOMES).required(),
  page: string().defined(),
  target: string().defined(),
  message: string().defined(),
  help: string().defined(),
  evidence: object().required(),
  new: boolean().nullable().defined().meta(note("null: there is no earlier run to compare with")),
  newOnBranch: boolean().nullable().defined(),
  pages: maybeObject({ count: count(), of: count().meta(note("Pages that were measured")), first: texts() }).meta(
    note("Of a finding that several pages share: how many, and the first of them; null: of one page"),
  ),
  screenshot: maybeText().meta(note("Signed link that expires")),
}).required();

const page = object({
  url: maybeText().meta(note("null: what concerns the whole site")),
  scenarioLabels: texts(),
  status: text(),
  reason: maybeText(),
  score: maybeNumber(),
  metrics: object().required(),
  artifacts: object().required().meta(note("Signed links that expire, by name")),
  timings: numbers(),
}).required();

export const resultPage = named(
  "ResultPage",
  object({ runId: id(), results: listOf(result), nextCursor: nextCursor() }).required(),
);

export const findingPage = named(
  "FindingPage",
  object({
    runId: id(),
    findings: listOf(finding),
    pages: array().of(page).meta(note("With the first page; of more than 500 the others come with the following ones")),
    warnings: array()
      .of(string().defined())
      .meta(note("What the audit went without, and why; with the first page only")),
    nextCursor: nextCursor(),
  }).required(),
);

const scenario = object({
  featureId: id(),
  featureName: string().defined(),
  scenarioId: id(),
  name: string().defined(),
  tags: texts(),
  browser: oneOf(BROWSERS).required(),
  viewport: oneOf(VIEWPORT_NAMES).required(),
  status: oneOf(SCENARIO_STATUSES).required(),
  carriedFrom: carriedFrom(),
  flaky: boolean().required().meta(note("It passed only when it was tried again")),
  attempts: count(),
  duration: number().required().meta(note("Milliseconds of all attempts")),
  message: maybeText(),
  failure: object({
    cause: oneOf(FAILURE_CLASSES).required(),
    headline: text(),
    evidence: texts(),
    advice: text(),
    step: object({ index: count(), text: text() }).nullable().defined(),
    url: string().defined(),
    screenshot: maybeText().meta(note("Signed link that expires")),
    trace: maybeText().meta(note("Signed link that expires")),
  })
    .nullable()
    .defined()
    .meta(note("Why it did not pass, or not at first")),
  pages: texts(),
  decidedAt: maybeTime(),
}).required();

export const scenarioPage = named(
  "ScenarioPage",
  object({
    runId: id(),
    scenarios: listOf(scenario),
    warnings: array().of(string().defined()).meta(note("With the first page only")),
    nextCursor: nextCursor(),
  }).required(),
);

export const runProblems = named(
  "RunProblems",
  object({
    runId: id(),
    url: text().meta(note("The dashboard page of the run; absolute with a public address")),
    problems: listOf(
      object({
        runId: id().meta(note("Of a full audit the run of the pillar")),
        type: runType(),
        title: text(),
        where: string()
          .defined()
          .meta(note("Scenarios and viewports, a page, or a scenario; empty if the title has it")),
        scenarios: texts().meta(note("Labels of the scenarios that show it; none of what is about pages")),
        severity: oneOf(SEVERITIES).nullable().defined(),
      }).required(),
    ),
    total: count().meta(note("Of all problems, of which these are the first")),
  }).required(),
);

export const childPage = named(
  "ChildPage",
  object({ runId: id(), children: listOf(child), nextCursor: nextCursor() }).required(),
);
