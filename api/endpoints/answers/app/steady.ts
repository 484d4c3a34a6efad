// Response schemas for handling unstable screenshots: ignored changes, flakiness, suggested rules.
import { boolean, object, string } from "yup";
import { IGNORED_STATES } from "../../../../domain/visual/ignored/ignored.ts";
import { COMPARISON_MODES } from "../../../../domain/visual/shot.ts";
import { IGNORE_END_NAMES } from "../../../../domain/words/ignored.ts";
import {
  count,
  id,
  listOf,
  maybeNumber,
  maybeText,
  maybeTime,
  note,
  oneOf,
  rowsOf,
  text,
  texts,
  time,
  yes,
} from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";
import { place } from "./review.ts";

const ignored = {
  id: id(),
  state: oneOf(IGNORED_STATES)
    .required()
    .meta(note("holds; expired: its time is over; replaced: the baseline is another one; stopped: by a person")),
  sentence: text(),
  scenarioLabel: text(),
  ...place,
  branch: maybeText().meta(note("null: on every branch")),
  sentences: texts().meta(note("What differs, the largest first, the first 5")),
  end: oneOf(IGNORE_END_NAMES).required(),
  until: maybeTime(),
  note: maybeText(),
  by: text(),
  at: time(),
  runId: id(),
  shotId: id(),
  stoppedAt: maybeTime(),
};

export const appIgnoredChange = named("AppIgnoredChange", object(ignored).required());
export const appIgnoredChanges = named(
  "AppIgnoredChanges",
  object({
    ignored: listOf(object(ignored)).meta(note("The newest first, 500 at most")),
    more: boolean().required().meta(note("There are older ones")),
  }).required(),
);
export type AppIgnoredChanges = AnswerOf<typeof appIgnoredChanges>;

const flakiness = {
  results: count().meta(note("That could be compared")),
  unstable: count().meta(note("Their captures differed from each other")),
  flipped: count().meta(note("Another answer than before to the same commit and baseline")),
  percent: maybeNumber().meta(note("Unstable and flipped of all; null: too few results")),
};

export const appFlakyScenarios = named(
  "AppFlakyScenarios",
  object({
    runs: count().meta(note("Newest tests that are counted, 20 at most")),
    scenarios: rowsOf({ scenarioId: id(), label: text(), ...flakiness }).meta(note("The flakiest first")),
  }).required(),
);
export type AppFlakyScenarios = AnswerOf<typeof appFlakyScenarios>;

export const appFlakiness = named(
  "AppFlakiness",
  object({
    ...flakiness,
    places: rowsOf({ ...place, ...flakiness }),
    history: rowsOf({
      runId: id(),
      branch: text(),
      at: time(),
      results: count(),
      failed: count(),
      unstable: count(),
      flipped: count(),
    }).meta(note("Test by test, oldest first")),
  }).required(),
);
export type AppFlakiness = AnswerOf<typeof appFlakiness>;

export const appSuggestions = named(
  "AppRuleSuggestions",
  object({
    shotId: id(),
    suggestions: rowsOf({
      kind: oneOf(["comparison", "content"]).required(),
      selector: text(),
      value: text().meta(note("The mode, or what is normalized")),
      text: string().defined().meta(note("The element's own words")),
      why: text(),
    }),
  }).required(),
);
export type AppRuleSuggestions = AnswerOf<typeof appSuggestions>;

export const appElementReach = named(
  "AppElementReach",
  object({
    selector: text(),
    scenarios: count().meta(note("On whose page it is")),
    of: count(),
    more: boolean().required().meta(note("The run has further scenarios")),
  }).required(),
);

export const appRestless = named(
  "AppRestlessElements",
  object({
    elements: rowsOf({
      selector: text(),
      mode: oneOf(COMPARISON_MODES).required().meta(note("Of the rule that settles it")),
      scenarios: texts(),
      screenshots: count(),
    }).meta(note("Without a rule yet; those on most screenshots first")),
  }).required(),
);
export type AppRestlessElements = AnswerOf<typeof appRestless>;

export const appRestlessRules = named(
  "AppRestlessRules",
  object({
    success: yes(),
    made: rowsOf({ id: id(), scenarioLabel: text(), selector: text() }),
  }).required(),
);
