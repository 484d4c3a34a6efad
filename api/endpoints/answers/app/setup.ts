// Response schemas for project setup and for creating the first project.
import { boolean, number, object, string } from "yup";
import { JOB_STATUSES } from "../../../../domain/jobs/kinds.ts";
import { SETUP_CHECKS } from "../../../../domain/setup/judgeSetup.ts";
import { VIEWPORT_NAMES } from "../../../../domain/visual/shot.ts";
import { address, count, id, listOf, maybeObject, maybeText, note, oneOf, rowsOf, text, texts } from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";

export const appSetup = named(
  "AppSetup",
  object({
    ready: boolean().required(),
    siteUrl: address(),
    environmentName: maybeText(),
    toCapture: texts().meta(
      note(
        "Scenarios without a baseline that a run can capture and none is capturing, 1,000 at most. Capturing others would replace approved baselines",
      ),
    ),
    checks: rowsOf({
      code: oneOf(SETUP_CHECKS).required(),
      state: oneOf(["blocker", "warning", "passed"]).required(),
      message: text(),
      clear: rowsOf({ label: text(), tool: text() }).meta(note("Tools that fix it or explain it")),
    }).meta(note("What blocks comes first")),
  }).required(),
);
export type AppSetup = AnswerOf<typeof appSetup>;

const crawl = object({
  jobId: id(),
  status: oneOf(JOB_STATUSES).required(),
  progress: object({ phase: string().defined(), done: count(), total: count() }).required(),
  stale: boolean().required().meta(note("Temporal did not answer: progress is the last stored one")),
  error: maybeText(),
}).required();

export const appFirstProject = named(
  "AppFirstProject",
  object({
    project: object({ id: id(), name: text(), slug: text(), baseUrl: address(), scenarioCount: count() }).required(),
    crawl: maybeObject({ jobId: id() }).meta(note("null: see `warnings`")),
    warnings: texts(),
  }).required(),
);
export type AppFirstProject = AnswerOf<typeof appFirstProject>;

export const appProposals = named(
  "AppProposals",
  object({
    crawl,
    counts: object().nullable().defined().default(undefined).meta(note("Pages, groups and others, once it has ended")),
    warnings: texts(),
    proposals: rowsOf({
      label: text(),
      url: address(),
      group: string().defined(),
      pages: number().required(),
      why: text(),
      viewports: listOf(oneOf(VIEWPORT_NAMES).required()),
      thumbnail: address().meta(
        note("Link to a screenshot that is taken at the first request; 404: it cannot be taken"),
      ),
    }).meta(note("Once the crawl has ended; 30 at most")),
    covered: count().meta(note("Templates that a scenario covers already")),
    left: count().meta(note("Templates beyond the list")),
  }).required(),
);
export type AppProposals = AnswerOf<typeof appProposals>;

export const appFoundPages = named(
  "AppFoundPages",
  object({
    total: count().meta(note("Pages of the crawl")),
    matching: count().meta(note("Those of them with `text` in title or path")),
    pages: rowsOf({
      label: text().meta(note("The title without the site's part where no other page has it, else the path")),
      url: address(),
      scenario: maybeText().meta(note("Label of the scenario that the page has")),
    }).meta(note("The first 2,000 that match")),
  }).required(),
);
export type AppFoundPages = AnswerOf<typeof appFoundPages>;

export const appChosen = named(
  "AppChosenScenarios",
  object({
    created: rowsOf({ id: id(), label: text() }),
    skipped: rowsOf({ label: text(), reason: text() }),
    baselineRunId: maybeText(),
    problem: maybeText().meta(note("Why the baseline run has not started, or starts later")),
  }).required(),
);
export type AppChosenScenarios = AnswerOf<typeof appChosen>;
