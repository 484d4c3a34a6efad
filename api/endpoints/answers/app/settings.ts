// Response schemas for project settings on the dashboard.

import { boolean, mixed, object, string } from "yup";
import { TICKET_SYSTEMS } from "../../../../domain/proof/ticketSystem.ts";
import { WIDE_KINDS } from "../../../../domain/visual/wideRules/wideRule.ts";
import {
  address,
  count,
  id,
  listOf,
  maybeNumber,
  maybeObject,
  maybeText,
  note,
  oneOf,
  revision,
  rowsOf,
  text,
  texts,
  yes,
} from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";
import { hiddenShare } from "./shared.ts";

export const appSettings = named(
  "AppSettings",
  object({
    project: object({
      slug: text(),
      name: text(),
      baseUrl: address(),
      mainBranch: text(),
      rev: text().meta(note("Sent back with a change of these fields")),
    }).required(),
    settings: mixed<Record<string, unknown>>().defined().meta(note("audits, visual and gate, as far as they are set")),
    rev: text().meta(note("Sent back with a change")),
  }).required(),
);
export type AppSettings = AnswerOf<typeof appSettings>;

const environment = object({
  id: id(),
  name: text(),
  slug: text(),
  baseUrl: address(),
  reference: boolean().required().meta(note("The others compare against its baselines")),
  protected: boolean().required(),
  location: string().meta(note("Location of its runs' browsers; missing: no particular one")),
  access: maybeObject({ kinds: texts(), secrets: texts(), variables: texts() }).meta(
    note("Names of what is stored, never a value"),
  ),
  rev: count().meta(note("Sent back with a change")),
}).required();
export const appEnvironments = named("AppEnvironments", object({ environments: listOf(environment) }).required());
export type AppEnvironments = AnswerOf<typeof appEnvironments>;
export const appEnvironment = named(
  "AppEnvironment",
  environment.shape({ warnings: texts().meta(note("What a person must know, such as access that was dropped")) }),
);
export type AppEnvironment = AnswerOf<typeof appEnvironment>;

export const appPreviews = named(
  "AppPreviews",
  object({
    hosts: texts().meta(note("Where runs may visit previews of branches; a star ends at a dot")),
    rev: revision(),
    previews: rowsOf({
      environmentId: id(),
      branch: text(),
      baseUrl: address().meta(note("The newest run's")),
      lastRunAt: maybeText().meta(note("ISO 8601")),
    }),
  }).required(),
);
export type AppPreviews = AnswerOf<typeof appPreviews>;

const wideRule = object({
  id: id(),
  scope: text().meta(note("project, tag:<tag> or path:<pattern>")),
  kind: oneOf(WIDE_KINDS).required(),
  selector: string().defined(),
  value: text(),
  scenarios: count().meta(note("That it is for")),
  record: object({
    runs: count().meta(note("Of the newest ones, those that had the rule")),
    hiding: count().meta(note("Of these, runs in which it did something")),
    changedPixels: count().meta(note("Of a comparison rule and of a tolerance")),
    elements: count().meta(note("Of a content or page rule: what it matched in them")),
    unused: boolean().required().meta(note("It did nothing in any of the newest runs")),
    share: hiddenShare(),
  }).required(),
});

export const appWideRuleSet = named(
  "AppWideRuleSet",
  object({
    success: yes(),
    id: maybeText().meta(note("null: it is compared in full without a rule")),
    before: maybeText().meta(note("The value that the rule had; null: there was none")),
  }).required(),
);

export const appWideEffect = named(
  "AppWideEffect",
  object({
    scenarios: count(),
    shots: count().meta(note("Newest screenshots of them, on which this is counted")),
    more: boolean().required(),
    matched: count(),
    failing: count(),
    wouldPass: count(),
    hides: maybeNumber().meta(
      note("Largest part of one screenshot that it would leave out, 0 to 1; null: no screenshot shows it"),
    ),
    hidesAll: texts().meta(note("Scenarios with a screenshot that it would hide as a whole")),
    hidesMost: texts().meta(note("Scenarios with a screenshot of which it would hide more than 30 %")),
    before: maybeText().meta(note("The value that the rule has; null: there is none. Sent back when it is set")),
  }).required(),
);
export type AppWideEffect = AnswerOf<typeof appWideEffect>;

export const appRules = named(
  "AppRules",
  object({
    rules: rowsOf({
      id: id(),
      kind: oneOf(["comparisonRule", "contentRule"]).required(),
      scenarioLabel: string().defined(),
      selector: string().defined(),
      value: text(),
      share: hiddenShare(),
    }),
    wide: listOf(wideRule).meta(note("Rules for several scenarios")),
  }).required(),
);
export type AppRules = AnswerOf<typeof appRules>;

export const appBulk = named(
  "AppScenariosChanged",
  object({ success: yes(), changed: count(), removed: count() }).required(),
);
export type AppScenariosChanged = AnswerOf<typeof appBulk>;

export const appConnectors = named(
  "AppConnectors",
  object({
    tickets: maybeObject({
      system: oneOf(TICKET_SYSTEMS).required(),
      baseUrl: address(),
      email: maybeText(),
      repository: maybeText(),
      comment: boolean().required(),
    }).meta(note("Without its token; null: the project has none")),
    rev: revision(),
    codeHosts: object({ github: boolean().required(), gitlab: boolean().required() })
      .required()
      .meta(note("Whether the service has a token of each, which its operator sets")),
  }).required(),
);
export type AppConnectors = AnswerOf<typeof appConnectors>;
