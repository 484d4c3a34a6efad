// Args and response schemas that the tools for functional tests share.
import { array, boolean, mixed, number, object, string } from "yup";
import { FEATURE_LIMITS, FEATURE_ORIGINS, FEATURE_STATUSES, groupOf } from "../../../../domain/functional/feature.ts";
import { LIMITS } from "../../../../domain/functional/gherkin/size.ts";
import type { StepDef } from "../../../../domain/functional/stepDef.ts";
import type { FeatureSummary } from "../../../../models/features/queries.ts";
import type { FeatureRecord } from "../../../../models/features/schema.ts";
import { choice, flag, requiredText, text, valuesOf, wholeNumber } from "../../../lib/validate.ts";
import type { SavedFeature } from "../../../operations/functional/saveFeature.ts";
import { changeData, listData, rowsData } from "../../answers.ts";
import { described } from "../../args.ts";
import { next, type Place } from "../../next.ts";
import type { NextAction } from "../../tool.ts";

export const featureIdArg = () => described(requiredText(120), "Id of the feature");
export const gherkinArg = () => described(requiredText(LIMITS.text), "The whole text, in English");
export const versionArg = () =>
  described(
    wholeNumber(1, Number.MAX_SAFE_INTEGER),
    "The version the change was made from; refused when it is another",
  );
export const requiredVersionArg = () => versionArg().required(({ path }: { path: string }) => `${path} is required`);
export const scenarioIdArg = () => described(requiredText(120), "Id of the scenario, as frt_get_feature lists it");
export const groupArg = () =>
  described(text(400), "Folder, such as Shop/Checkout").test(
    "group",
    ({ path }: { path: string }) =>
      `${path} must have at most ${FEATURE_LIMITS.depth} levels of at most ${FEATURE_LIMITS.groupName} characters, apart by /`,
    (value) => {
      const parts = groupOf(value ?? "");
      return parts.length <= FEATURE_LIMITS.depth && parts.every((part) => part.length <= FEATURE_LIMITS.groupName);
    },
  );
export const ticketsArg = () =>
  described(valuesOf(requiredText(100), FEATURE_LIMITS.tickets), "Ids of tickets; the whole list");
export const draftArg = () => described(flag(), "Keep it a draft, although it may be ready");
export const statusArg = () => choice(FEATURE_STATUSES);
export const stepDefIdArg = () => described(requiredText(80), "Id of the step definition");

export const coverageData = object({
  pages: listData(string().required()),
  elements: listData(string().required()),
  events: listData(string().required()),
  variables: listData(string().required()),
});
export const scenarioData = object({
  id: string().required(),
  name: string().defined(),
  rule: string().nullable().defined(),
  tags: listData(string().required()),
  line: number().required(),
  steps: number().required(),
});
const summary = {
  featureId: string().required(),
  name: string().required(),
  group: string().defined(),
  tags: listData(string().required()),
  tickets: listData(string().required()),
  status: string().oneOf(FEATURE_STATUSES).required(),
  version: number().required(),
};
export const featureSummaryData = object({ ...summary, scenarios: number().required() });
export const featureData = object({
  ...summary,
  origin: string().oneOf(FEATURE_ORIGINS).required(),
  scenarios: listData(scenarioData.required()),
  coverage: coverageData.required(),
});
export const savedData = () =>
  object({
    feature: featureData.required(),
    change: changeData(),
    /** Why the feature is a draft. */
    open: listData(string().required()),
  });

export function summaryView({ featureId, name, group, tags, tickets, status, version, scenarios }: FeatureSummary) {
  return { featureId, name, group: group.join("/"), tags, tickets, status, version, scenarios: scenarios.length };
}

export function featureView(feature: FeatureRecord) {
  const { origin, scenarios, coverage } = feature;
  return { ...summaryView(feature), origin, scenarios, coverage };
}

/** Maximum number of open points listed in an answer. */
const OPEN = 20;

/** Returns the answer of every tool that saves a feature. */
export function saved(place: Place, said: string, { feature, open, change, referred }: SavedFeature) {
  const { featureId, status, version } = feature;
  const state =
    open.length > 0 ? "It is a draft: what is open is listed." : `It is ${status === "ready" ? "ready" : "a draft"}.`;
  return {
    summary: `${change === "unchanged" ? `The feature "${featureId}" is unchanged` : said} (version ${version}). ${state}`,
    data: { feature: featureView(feature), change, open: open.slice(0, OPEN) },
    warnings: referred.map(
      (name) => `A value is the secret "${name}" of an environment, so {secret.${name}} replaces it.`,
    ),
    nextActions: nextOf(place, featureId, open),
  };
}

export const nextOf = (place: Place, featureId: string, open: readonly string[]): NextAction[] =>
  open.length > 0
    ? [next(place, "See which steps are not prepared", "frt_dry_run_feature", { featureId })]
    : [next(place, "Read the feature", "frt_get_feature", { featureId })];

export const stepDefData = object({
  id: string().required(),
  pattern: string().required(),
  params: rowsData({ name: string().required(), type: string().required() }),
  description: string().defined(),
  examples: listData(string().required()),
  tags: listData(string().required()),
  status: string().required(),
  builtin: boolean().required(),
  actions: array().of(mixed().required()),
});

/** Returns a step definition for agents; with `full`, including its actions. */
export function stepDefView({ v, actions, ...def }: StepDef, full = false): object {
  return { ...def, builtin: def.id.startsWith("builtin."), ...(full && { actions }) };
}
