// Response schemas for the tracking plan and its proofs on the dashboard.
import { boolean, mixed, number, object, string } from "yup";
import type { PlanEvent, PlanPage } from "../../../../domain/pillars/tracking/plan.ts";
import {
  count,
  id,
  listOf,
  maybeNumber,
  maybeObject,
  maybeText,
  note,
  oneOf,
  rowsOf,
  text,
  texts,
  time,
} from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";
import { commitFields } from "./shared.ts";

const status = () => oneOf(["pass", "fail", "not_exercised"]).required();
const violation = object({ rule: text(), severity: text(), message: text() });
const audit = maybeObject({
  runId: id(),
  status: status(),
  page: text(),
  reason: maybeText(),
  violations: listOf(violation),
}).meta(note("Of the last audit that visited the page; null: none checked the row"));
const rev = () => string().defined().meta(note("Sent back with a change"));
const attributes = () => rowsOf({ name: text(), expected: string().defined() });

const page = object({
  id: id(),
  label: text(),
  pageType: text(),
  path: maybeText(),
  attributes: attributes(),
  scenarioIds: texts(),
  closed: boolean().required(),
}).required();
const event = object({
  id: id(),
  label: text(),
  eventType: text(),
  pageId: maybeText(),
  trigger: mixed<Record<string, unknown>>().nullable().defined().meta(note("How audits bring it about")),
  attributes: attributes(),
  frtLinks: rowsOf({ featureId: id(), stepIndex: count(), stepText: string().defined() }),
  count: number().required(),
  order: maybeNumber(),
  closed: boolean().required(),
  sentAs: maybeText(),
}).required();

export const appTracking = named(
  "AppTracking",
  object({
    lastAudit: maybeObject({
      runId: id(),
      at: time(),
      verdict: oneOf(["pass", "fail"]).nullable().defined(),
      score: maybeNumber().meta(note("null: also of an audit of some scenarios")),
      ...commitFields,
    }),
    counts: object({ pass: count(), fail: count(), not_exercised: count() }).required(),
    pages: rowsOf({ rev: rev(), row: page, audit }),
    events: rowsOf({ rev: rev(), row: event, audit }),
    scenarios: rowsOf({ id: id(), label: text() }).meta(note("What pages can be linked to")),
  }).required(),
);
export type AppTracking = AnswerOf<typeof appTracking>;
export type { PlanEvent, PlanPage };

const saved = { rev: rev(), change: oneOf(["created", "updated", "unchanged"]).required(), warnings: texts() };
export const appSavedPage = named("AppSavedPlanPage", object({ row: page, ...saved }).required());
export type AppSavedPlanPage = AnswerOf<typeof appSavedPage>;
export const appSavedEvent = named("AppSavedPlanEvent", object({ row: event, ...saved }).required());
export type AppSavedPlanEvent = AnswerOf<typeof appSavedEvent>;

const counts = maybeObject({ created: count(), updated: count(), unchanged: count(), removed: count() });
export const appImportedPlan = named("AppImportedPlan", object({ pages: counts, events: counts }).required());
export type AppImportedPlan = AnswerOf<typeof appImportedPlan>;

export const appTrackingProof = named(
  "AppTrackingProof",
  object({
    runId: id(),
    id: id(),
    kind: oneOf(["page", "event"]).required(),
    label: string().defined(),
    eventType: maybeText(),
    page: text(),
    status: status(),
    reason: maybeText().meta(note("Why it was not tried, or on which functional run it rests")),
    trigger: mixed<Record<string, unknown>>()
      .nullable()
      .defined()
      .meta(note("The step: what was done to bring it about")),
    push: mixed<Record<string, unknown>>().nullable().defined().meta(note("What was pushed, with the stack")),
    beacons: listOf(mixed<Record<string, unknown>>().defined()).meta(note("What was sent")),
    screenshot: maybeText().meta(note("Signed link that expires")),
    notJudged: texts(),
    violations: rowsOf({
      rule: text(),
      severity: text(),
      outcome: text(),
      message: text(),
      help: string().defined(),
      attribute: maybeText(),
      expected: maybeText(),
      where: maybeText(),
    }),
    elsewhere: rowsOf({ page: text(), status: status() }),
  }).required(),
);
export type AppTrackingProof = AnswerOf<typeof appTrackingProof>;
