// A feature as it is kept, and what is known of it from its text.

import { ACTIONS } from "./actions.ts";
import type { CompiledFeature } from "./gherkin/compile.ts";
import type { PlannedScenario } from "./plan.ts";

/** `ready`: every step is prepared, and every scenario expects something. */
export const FEATURE_STATUSES = ["draft", "ready"] as const;
export type FeatureStatus = (typeof FEATURE_STATUSES)[number];

/** Where a feature's text came from: made of a goal by rules or by a model, recorded, or written by somebody. */
export const FEATURE_ORIGINS = ["rules", "model", "recorded", "written"] as const;
export type FeatureOrigin = (typeof FEATURE_ORIGINS)[number];

/** What the steps of a feature touch, each once, in the order of the text. */
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
  /** Made of the name when the feature is made; it stays when the name changes. */
  featureId: string;
  name: string;
  /** The folder it is in, from the top; empty at the top. */
  group: string[];
  /** Of the feature and of its scenarios. */
  tags: string[];
  gherkin: string;
  tickets: string[];
  status: FeatureStatus;
  origin: FeatureOrigin;
  coverage: Coverage;
  scenarios: ScenarioSummary[];
  /** The sentences of all steps, each once: which definitions are used is asked of them. */
  sentences: string[];
  /** Raised by every change; the first is 1. */
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

/** What a text says of the feature that is kept with it. */
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

/** What keeps a feature from being ready; empty: nothing. Each is a sentence. */
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

/** A draft that does nothing, or expects nothing: it tests nothing yet. */
export function isEmptyDraft({ status, sentences }: Pick<Feature, "status" | "sentences">): boolean {
  if (status !== "draft") return false;
  const expects = sentences.some((text) => EXPECTS.test(text));
  return !expects || !sentences.some((text) => !EXPECTS.test(text) && !OPENS.test(text));
}

/** `Shop/Checkout` as a path; blanks around names do not count. */
export function groupOf(text: string): string[] {
  return text
    .split("/")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

const unique = (all: readonly string[]): string[] => [...new Set(all)];
