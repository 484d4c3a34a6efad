// Response schemas for functional tests on the dashboard.
import { boolean, mixed, number, object, string } from "yup";
import { STEP_STATUSES } from "../../../../domain/functional/attempt.ts";
import { SCENARIO_STATUSES } from "../../../../domain/functional/attemptStatus.ts";
import { FEATURE_ORIGINS, FEATURE_STATUSES } from "../../../../domain/functional/feature.ts";
import { HEAL_STATUSES } from "../../../../domain/functional/heal/outcome.ts";
import { RECORDING_STATUSES } from "../../../../domain/functional/recording.ts";
import {
  address,
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
  oneOf,
  rowsOf,
  text,
  texts,
  time,
} from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";

const said = () => string().defined();
const json = () => mixed<Record<string, unknown>>();
const group = () => texts().meta(note("The folder, from the top"));

const featureFields = {
  featureId: id(),
  name: said(),
  group: group(),
  status: oneOf(FEATURE_STATUSES).required(),
  version: count(),
  tags: texts(),
  tickets: texts(),
  updatedAt: time(),
  updatedBy: said(),
};

export const appFeatures = named(
  "AppFeatures",
  object({
    count: count(),
    features: rowsOf({
      ...featureFields,
      scenarios: count(),
      last: maybeObject({
        runId: id(),
        at: time(),
        status: oneOf(["passed", "failed", "flaky", "error", "pending"]).required(),
        total: count(),
        passed: count(),
        failed: count(),
        flaky: count(),
      }).meta(note("In the newest run that ran it; null: none of the last 30 did")),
    }),
  }).required(),
);
export type AppFeatures = AnswerOf<typeof appFeatures>;

const problem = object({
  line: count(),
  column: count(),
  severity: oneOf(["error", "warning"]).required(),
  message: text(),
  suggestions: texts().meta(note("Sentences that would fit")),
});
const scenarios = () => rowsOf({ id: id(), name: said(), line: count(), steps: count() });

export const appGherkinCheck = named(
  "AppGherkinCheck",
  object({
    ok: boolean().required().meta(note("It can be saved")),
    ready: boolean().required().meta(note("It can be run")),
    problems: listOf(problem),
    scenarios: scenarios(),
  }).required(),
);
export type AppGherkinCheck = AnswerOf<typeof appGherkinCheck>;

const versionFields = {
  version: count(),
  what: said(),
  at: time(),
  by: said(),
  status: oneOf(FEATURE_STATUSES).required(),
};

export const appFeatureVersion = named("AppFeatureVersion", object({ ...versionFields, gherkin: said() }).required());
export type AppFeatureVersion = AnswerOf<typeof appFeatureVersion>;

export const appFeature = named(
  "AppFeature",
  object({
    ...featureFields,
    origin: oneOf(FEATURE_ORIGINS).required(),
    gherkin: said(),
    ready: boolean().required(),
    problems: listOf(problem),
    scenarios: scenarios(),
    history: listOf(object(versionFields)),
    linkedEvents: rowsOf({ id: id(), label: said() }).meta(
      note("Of the tracking plan; a feature with one cannot be deleted"),
    ),
  }).required(),
);
export type AppFeature = AnswerOf<typeof appFeature>;

export const appSavedFeature = named(
  "AppSavedFeature",
  object({
    featureId: id(),
    name: said(),
    version: count(),
    status: oneOf(FEATURE_STATUSES).required(),
    open: texts().meta(note("What keeps it from being ready")),
    change: oneOf(["created", "updated", "unchanged"]).required(),
  }).required(),
);
export type AppSavedFeature = AnswerOf<typeof appSavedFeature>;

export const appSteps = named(
  "AppSteps",
  object({
    count: count(),
    steps: rowsOf({
      id: id(),
      pattern: text(),
      description: said(),
      examples: texts(),
      tags: texts(),
      status: said(),
      params: rowsOf({ name: said(), type: said() }),
      builtin: boolean().required(),
      version: maybeNumber().meta(note("null: it is built in")),
      uses: count().meta(note("Features with a sentence that fits")),
      drift: count().meta(note("Steps of the newest run whose element only a later locator found")),
    }),
  }).required(),
);
export type AppSteps = AnswerOf<typeof appSteps>;

const scenarioRun = object({
  id: id(),
  featureId: id(),
  featureName: said(),
  name: said(),
  status: oneOf(SCENARIO_STATUSES).required(),
  carriedFrom: carriedFrom(),
  flaky: boolean().required(),
  browser: text(),
  viewport: text(),
  attempts: count(),
  duration: count(),
  message: maybeText(),
});

export const appTimeline = named(
  "AppTimeline",
  object({
    runId: id(),
    status: text(),
    verdict: oneOf(["pass", "fail"]).nullable().defined(),
    scenarios: listOf(scenarioRun),
    shown: scenarioRun.nullable().defined().default(undefined),
    attempt: maybeObject({
      attempt: count(),
      status: text(),
      startedAt: said(),
      duration: count(),
      error: maybeObject({ code: text(), message: text() }),
      notes: texts(),
      trace: maybeText().meta(note("Signed link to the trace")),
      traceViewer: maybeText().meta(note("Path of Playwright's viewer with the trace")),
    }),
    steps: rowsOf({
      index: count(),
      keyword: said(),
      text: said(),
      line: count(),
      stepDefId: maybeText(),
      status: oneOf(STEP_STATUSES).required(),
      startedAt: number().required().meta(note("Milliseconds from the start of the attempt")),
      duration: number().required(),
      url: said(),
      failure: maybeObject({
        message: said(),
        op: said(),
        expected: maybeText(),
        actual: maybeText(),
        timedOut: boolean().required(),
        alerts: texts(),
        pending: texts(),
      }),
      screenshot: maybeText(),
      drift: boolean().required(),
      console: rowsOf({ level: text(), text: said() }),
      network: rowsOf({ method: said(), url: said(), status: maybeNumber(), failure: maybeText() }),
      events: rowsOf({ provider: said(), name: said(), at: number().required(), attributes: json().defined() }),
    }),
    tracking: rowsOf({
      planEventId: id(),
      label: said(),
      eventType: said(),
      step: number().required(),
      status: oneOf(["pass", "fail"]).required(),
      violations: texts(),
    }),
  }).required(),
);
export type AppTimeline = AnswerOf<typeof appTimeline>;

const healStep = object({ index: count(), line: count(), text: said(), stepDefId: said() });
const healPatch = object({
  kind: text(),
  stepDefId: maybeText(),
  featureId: maybeText(),
  finds: maybeText(),
  before: texts(),
  after: texts(),
});
const heal = object({
  healId: id(),
  status: oneOf(HEAL_STATUSES).required(),
  runId: id(),
  featureId: maybeText(),
  featureName: said(),
  scenario: maybeText(),
  browser: text(),
  viewport: text(),
  environmentName: maybeText(),
  step: healStep.nullable().defined().default(undefined),
  message: said(),
  score: maybeNumber(),
  lead: maybeNumber(),
  patch: healPatch.nullable().defined().default(undefined),
  also: rowsOf({ step: healStep.required(), patch: healPatch.required(), picture: maybeText() }).meta(
    note("Steps behind it that broke too and are healed with it"),
  ),
  replay: maybeObject({
    status: text(),
    passed: count(),
    steps: count(),
    duration: number().required(),
    message: maybeText(),
  }),
  candidates: rowsOf({ role: said(), name: said(), score: number().required(), agreed: texts() }),
  pictures: object({ before: maybeText(), found: maybeText(), after: maybeText() }).required(),
  users: rowsOf({ featureId: id(), name: said() }).meta(note("Features that use what it changes; 50 at most")),
  createdAt: time(),
  decidedAt: maybeTime(),
  decidedBy: maybeText(),
  reason: maybeText(),
}).required();

export const appHeals = named("AppHeals", object({ heals: listOf(heal), nextCursor: nextCursor() }).required());
export type AppHeals = AnswerOf<typeof appHeals>;
export const appHeal = named("AppHeal", heal);
export type AppHeal = AnswerOf<typeof appHeal>;

const recording = {
  recordingId: id(),
  name: said(),
  status: oneOf(RECORDING_STATUSES).required(),
  stepCount: count(),
  busy: boolean().required().meta(note("A turn is under way")),
  environmentName: maybeText(),
  baseUrl: address(),
  createdBy: said(),
  featureId: maybeText(),
  createdAt: time(),
  endedAt: maybeTime(),
};
export const appRecordings = named("AppRecordings", object({ recordings: listOf(object(recording)) }).required());
export type AppRecordings = AnswerOf<typeof appRecordings>;
export const appRecording = named(
  "AppRecording",
  object({ ...recording, steps: rowsOf({ keyword: text(), text: said() }), gherkin: said() }).required(),
);
export type AppRecording = AnswerOf<typeof appRecording>;
