// Compiles a feature to the scenarios to run: prepends backgrounds, expands outlines and inherits tags, like Cucumber.
import { compile } from "@cucumber/gherkin";
import {
  type Background,
  type Feature,
  IdGenerator,
  type PickleStep,
  type Rule,
  type Scenario,
  type Step,
} from "@cucumber/messages";
import type { Place, StepArgument } from "../plan.ts";
import { slugOf } from "../slug.ts";
import { type ParsedFeature, parseFeature } from "./parse.ts";
import { type GherkinProblem, gherkinRefused } from "./problem.ts";
import { LIMITS, sizeProblems } from "./size.ts";

export type CompiledStep = {
  keyword: string;
  text: string;
  place: Place;
  argument: StepArgument | null;
};

/** A scenario, or one row of an outline. */
export type CompiledScenario = {
  /** See scenarioIds. */
  id: string;
  name: string;
  rule: string | null;
  tags: string[];
  place: Place;
  /** Location of the line `Scenario:`, shared by the rows of an outline. */
  scenarioPlace: Place;
  steps: CompiledStep[];
};

export type CompiledFeature = { name: string; description: string; tags: string[]; scenarios: CompiledScenario[] };

/** Parses and compiles a feature. Throws `validation_error` with line and column. */
export function compileFeature(text: string): CompiledFeature {
  return compileParsed(parseFeature(text));
}

/** Compiles a parsed feature. Throws `validation_error` if the feature is too large or a step cannot run. */
export function compileParsed({ feature, document }: ParsedFeature): CompiledFeature {
  const scenarios = listScenarios(feature);
  const problems = sizeProblems(feature, scenarios, [...allSteps(feature)]);
  if (problems.length > 0) throw gherkinRefused(problems);
  const pickles = compile(document, "", IdGenerator.incrementing());
  const steps = new Map([...allSteps(feature)].map((step) => [step.id, step]));
  const owners = new Map(scenarios.map((one) => [one.scenario.id, one]));
  const ids = scenarioIds(scenarios);
  const compiled = pickles.map((pickle): CompiledScenario => {
    const [scenarioId = "", rowId] = pickle.astNodeIds;
    const owner = owners.get(scenarioId)!;
    return {
      id: ids.get(rowId ?? scenarioId)!,
      name: pickle.name,
      rule: owner.rule,
      tags: [...new Set(pickle.tags.map(({ name }) => name))],
      place: placeOf(pickle.location ?? owner.scenario.location),
      scenarioPlace: placeOf(owner.scenario.location),
      steps: pickle.steps.map((step) => compiledStep(step, steps.get(step.astNodeIds[0] ?? "")!)),
    };
  });
  const long = longSteps(compiled);
  if (long.length > 0) throw gherkinRefused(long);
  return {
    name: feature.name,
    description: feature.description.trim(),
    tags: feature.tags.map(({ name }) => name),
    scenarios: compiled,
  };
}

export type ScenarioNode = { scenario: Scenario; rule: string | null; backgrounds: Background[] };

/** Returns all scenarios of a feature in the order of the text, with their rule and backgrounds. */
export function listScenarios(feature: Feature): ScenarioNode[] {
  const found: ScenarioNode[] = [];
  const walk = (children: Feature["children"] | Rule["children"], rule: string | null, before: Background[]) => {
    const backgrounds = [...before];
    for (const child of children) {
      if (child.background) backgrounds.push(child.background);
      if (child.scenario) found.push({ scenario: child.scenario, rule, backgrounds: [...backgrounds] });
      if ("rule" in child && child.rule) walk(child.rule.children, child.rule.name, backgrounds);
    }
  };
  walk(feature.children, null, []);
  return found;
}

/**
 * Returns ids of scenarios by the id of their node or, for outlines, of the row. They are derived from the name, so an id stays the same
 * if other parts of the text change: `adds-a-product`, `adds-a-product-2` for the second of that name, `adds-a-product.1.3` for the
 * third row of the first table of an outline.
 */
export function scenarioIds(scenarios: readonly ScenarioNode[]): Map<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const { scenario } of scenarios) {
    const slug = slugOf(scenario.name, "scenario");
    let id = slug;
    for (let n = 2; taken.has(id); n++) id = `${slug}-${n}`;
    taken.add(id);
    ids.set(scenario.id, id);
    for (const [e, examples] of scenario.examples.entries())
      for (const [r, row] of examples.tableBody.entries()) ids.set(row.id, `${id}.${e + 1}.${r + 1}`);
  }
  return ids;
}

function* allSteps(feature: Feature): Generator<Step> {
  for (const child of feature.children) {
    yield* child.background?.steps ?? child.scenario?.steps ?? [];
    for (const inner of child.rule?.children ?? []) yield* inner.background?.steps ?? inner.scenario?.steps ?? [];
  }
}

const placeOf = ({ line, column }: { line: number; column?: number }): Place => ({ line, column: column ?? 1 });

function compiledStep(step: PickleStep, written: Step): CompiledStep {
  return {
    keyword: written.keyword.trim(),
    text: step.text,
    place: placeOf(written.location),
    argument: argumentOf(step.argument),
  };
}

function argumentOf(argument: PickleStep["argument"]): StepArgument | null {
  if (argument?.dataTable)
    return { kind: "table", rows: argument.dataTable.rows.map(({ cells }) => cells.map(({ value }) => value)) };
  if (argument?.docString)
    return { kind: "docString", content: argument.docString.content, mediaType: argument.docString.mediaType ?? null };
  return null;
}

function longSteps(scenarios: readonly CompiledScenario[]): GherkinProblem[] {
  const message = `The step has more than ${LIMITS.step.toLocaleString("en-US")} characters; put long texts into a doc string.`;
  return scenarios.flatMap(({ steps }) =>
    steps.filter(({ text }) => text.length > LIMITS.step).map(({ place }) => ({ ...place, message })),
  );
}
