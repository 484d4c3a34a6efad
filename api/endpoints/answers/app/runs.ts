// Response schemas for the run list and a single run.
import { boolean, number, object, string } from "yup";
import { PILLARS } from "../../../../domain/audit/pillars.ts";
import { BROWSERS, VIEWPORT_NAMES } from "../../../../domain/visual/shot.ts";
import { PAGE_CHOICES } from "../../../../domain/words/pages.ts";
import {
  address,
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
  time,
} from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";
import { runRow } from "./shared.ts";

const project = object({ id: id(), name: text(), slug: text(), baseUrl: address(), mainBranch: text() });

export const appRuns = named(
  "AppRuns",
  object({ project: project.required(), runs: listOf(runRow), nextCursor: nextCursor() }).required(),
);
export type AppRuns = AnswerOf<typeof appRuns>;

const triedAgain = object({
  id: id(),
  label: text(),
  place: maybeText(),
  attempts: count(),
  status: text(),
  flaky: boolean().required(),
  timings: numbers(),
  decidedAt: maybeTime(),
});

export const appRun = named(
  "AppRun",
  object({
    project: project.nullable().defined().default(undefined),
    run: runRow,
    stale: boolean().required().meta(note("Temporal did not answer: progress is the last stored one")),
    reasons: texts().meta(note("Why it ended so")),
    said: texts().meta(
      note("What it was compared with, whose decisions results passed by, which baselines a protected branch kept"),
    ),
    warnings: texts(),
    metadata: object({
      baseUrl: address(),
      browsers: listOf(oneOf(BROWSERS).required()),
      scenarioCount: maybeNumber().meta(note("null: all of the project")),
      scenarios: texts().meta(note("The first 200 that were named")),
      pages: oneOf(PAGE_CHOICES).nullable().defined().meta(note("null: those of the scenarios")),
      preview: maybeText().meta(note("Of a run at a preview: its address")),
      location: maybeText().meta(note("The location of its browsers, if one was chosen")),
      feature: maybeObject({
        featureId: maybeText().meta(note("null: every feature")),
        tags: string().defined(),
        viewports: listOf(oneOf(VIEWPORT_NAMES).required()),
        retries: number().required(),
        verifyTracking: boolean().required(),
        part: boolean().required().meta(note("Only some scenarios of it were chosen")),
      }).meta(note("Of functional tests: what was chosen; null: all features, as usual")),
    }).required(),
    links: object({
      temporal: maybeText().meta(note("For administrators, where SVC_TEMPORAL_UI_URL is set")),
      report: maybeText(),
    }).required(),
    compareWith: object({ previous: maybeText(), base: maybeText(), against: maybeText() })
      .required()
      .meta(note("Earlier runs of its own branch and of the main branch; `against` describes the first in words")),
    review: maybeObject({ total: count(), judged: count(), approved: count(), rejected: count(), later: count() }).meta(
      note("How much of a visual test people have reviewed"),
    ),
    isAudit: boolean().required().meta(note("It is a full audit, which has a run of each pillar")),
    awaited: listOf(oneOf(PILLARS).required()).meta(note("Pillars of a full audit that have no run yet")),
    pillars: listOf(runRow).meta(note("The runs of a full audit, from its beginning on; of other runs none")),
    timeline: rowsOf({ at: time(), what: oneOf(["created", "started", "ended"]).required(), text: text() }),
    triedAgain: listOf(triedAgain).meta(note("Parts that took several attempts, 100 at most")),
  }).required(),
);
export type AppRun = AnswerOf<typeof appRun>;
