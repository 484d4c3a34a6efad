// A feature as stored, and the facts derived from its text.

import { ACTIONS } from "./actions.ts";
import type { CompiledFeature } from "./gherkin/compile.ts";
import type { PlannedScenario } from "./plan.ts";

/** `ready`: every step is prepared, and every scenario has an expectation. */
export const FEATURE_STATUSES = ["draft", "ready"] as const;
export type FeatureStatus = (typeof FEATURE_STATUSES)[number];

/** Origin of a feature's text: created from a goal by rules or by a model, recorded, or written by a person. */
export const FEATURE_ORIGINS = ["rules", "model", "recorded", "written"] as const;
export type FeatureOrigin = (typeof FEATURE_ORIGINS)[number];

/** What the steps of a feature use, without duplicates, in the order of the text. */
export type Coverage = { pages: string[]; elements: string[]; events: string[]; variables: string[] };

export type ScenarioSummary = {
  id: string;
  name: string;
  rule: string | null;
  tags: string[];
  line: number;
  steps: number;
};

export type Feature = {
  /** Derived from the name on creation. It stays the same if the name changes. */
  featureId: string;
  name: string;
  /** Folder path from the top; empty for the top level. */
  group: string[];
  /** Tags of the feature and its scenarios. */
  tags: string[];
  gherkin: string;
  tickets: string[];
  status: FeatureStatus;
  origin: FeatureOrigin;
  coverage: Coverage;
  scenarios: ScenarioSummary[];
  /** Sentences of all steps without duplicates. Used to find the features that use a definition. */
  sentences: string[];
  /** Increased by every change, starting at 1. */
  version: number;
};

export const FEATURE_LIMITS = {
  perProject: 2_000,
  depth: 6,
  groupName: 60,
  tickets: 20,
  versions: 50,
  listed: 500,
} as const;

/** Returns the facts about a feature that are stored with its text. */
export function factsOf(
  { name, tags, scenarios }: CompiledFeature,
  planned: readonly PlannedScenario[],
): Pick<Feature, "name" | "tags" | "scenarios" | "sentences" | "coverage"> {
  return {
    name,
    tags: unique([...tags, ...scenarios.flatMap((one) => one.tags)]),
    scenarios: scenarios.map(({ id, name, rule, tags, place, steps }) => ({
      id,
      name,
      rule,
      tags,
      line: place.line,
      steps: steps.length,
    })),
    sentences: unique(scenarios.flatMap(({ steps }) => steps.map(({ text }) => text))),
    coverage: coverageOf(planned),
  };
}

export function coverageOf(planned: readonly PlannedScenario[]): Coverage {
  const found = {
    pages: new Set<string>(),
    elements: new Set<string>(),
    events: new Set<string>(),
    variables: new Set<string>(),
  };
  for (const { actions } of planned.flatMap(({ steps }) => steps))
    for (const { action } of actions) {
      const { op, target, value, name } = action;
      const [locator] = target?.locators ?? [];
      if (op === "goto" && value) found.pages.add(value);
      if (op === "expectEvent" && value) found.events.add(value);
      if (op === "expectVariable" && name) found.variables.add(name);
      if (locator)
        found.elements.add(locator.by === "role" ? `${locator.value} "${locator.name ?? ""}"` : locator.value);
    }
  const listed = (all: Set<string>) => [...all].slice(0, FEATURE_LIMITS.listed);
  return {
    pages: listed(found.pages),
    elements: listed(found.elements),
    events: listed(found.events),
    variables: listed(found.variables),
  };
}

/** Ids of features, which are also the names of their files. */
export const FEATURE_ID = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/;
export const FEATURE_ID_WORDS = "lower-case letters, digits, dots and dashes";
export const MAX_FEATURE_ID = 80;

/** Returns what keeps a feature from being ready, as sentences; empty if it is ready. */
export function readiness(planned: readonly PlannedScenario[]): string[] {
  if (planned.length === 0) return ["The feature has no scenario."];
  return planned.flatMap(({ name, steps }) => {
    const where = `The scenario "${name.slice(0, 100)}"`;
    const open = steps.filter(({ state }) => state !== "prepared");
    if (steps.length === 0) return [`${where} has no steps.`];
    if (open.length > 0)
      return open
        .slice(0, 5)
        .map(({ text, place, problem }) => `Line ${place.line}, "${text.slice(0, 200)}": ${problem}`);
    const expects = steps.some(({ actions }) => actions.some(({ action }) => ACTIONS[action.op].expects));
    return expects ? [] : [`${where} expects nothing: end it with a step that checks what must hold.`];
  });
}

const EXPECTS = /^(?:I (?:should |do not )?(?:not )?see\b|(?:an?|the) |")/i;
const OPENS = /^I (?:am on|open|visit) "|^I click the "(?:reject|decline|refuse|deny|accept)[^"]*" button$/i;

/** Whether a draft has no steps or no expectations, so it does not test anything yet. */
export function isEmptyDraft({ status, sentences }: Pick<Feature, "status" | "sentences">): boolean {
  if (status !== "draft") return false;
  const expects = sentences.some((text) => EXPECTS.test(text));
  return !expects || !sentences.some((text) => !EXPECTS.test(text) && !OPENS.test(text));
}

/** Splits `Shop/Checkout` into a path; whitespace around names is ignored. */
export function groupOf(text: string): string[] {
  return text
    .split("/")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

const unique = (all: readonly string[]): string[] => [...new Set(all)];
