// Parses Plumbline's own scenario file. It is complete: an omitted field has its default, and an unknown one is a typing error.
import { array, object, string, ValidationError } from "yup";
import { DEFAULT_VIEWPORTS, VIEWPORT_NAMES, type Viewport } from "../visual/shot.ts";
import { ALL_PROBLEMS, type FieldProblem, problemsOf, refused } from "./problems.ts";
import {
  comparisonRuleShape,
  contentRuleShape,
  MAX_RULES,
  MAX_SCENARIOS,
  SCENARIO_DEFAULTS,
  scenarioShape,
  viewportShape,
} from "./scenarioShape.ts";
import type {
  ImportedComparisonRule,
  ImportedContentRule,
  ScenarioFields,
  ScenarioImport,
  ViewportSizes,
} from "./types.ts";

const FILE = object({
  $schema: string().max(2_000),
  scenarios: array(scenarioShape.required()).max(MAX_SCENARIOS).required(),
  comparisonRules: array(comparisonRuleShape.required()).max(MAX_RULES),
  contentRules: array(contentRuleShape.required()).max(MAX_RULES),
  viewports: object(Object.fromEntries(VIEWPORT_NAMES.map((name) => [name, viewportShape])))
    .noUnknown()
    .default(undefined),
}).noUnknown();

type OwnFile = {
  scenarios: (Pick<ScenarioFields, "label" | "url"> & Partial<ScenarioFields>)[];
  comparisonRules?: ImportedComparisonRule[];
  contentRules?: ImportedContentRule[];
  viewports?: Partial<Record<string, Partial<Viewport>>>;
};

/** Throws ProductError `validation_error` with the path of every invalid field. */
export function parseOwnFile(json: object): ScenarioImport {
  let file: OwnFile;
  try {
    file = FILE.validateSync(json, ALL_PROBLEMS) as OwnFile;
  } catch (error) {
    if (error instanceof ValidationError) throw refused("The scenario file is invalid", problemsOf(error));
    throw error;
  }
  const problems = [
    ...repeated(file.scenarios.map((s) => s.label)).map((i) => ({
      path: `scenarios[${i}].label`,
      message: "is the label of another scenario of this file",
    })),
    ...repeatedRules("comparisonRules", file.comparisonRules),
    ...repeatedRules("contentRules", file.contentRules),
  ];
  if (problems.length > 0) throw refused("The scenario file is invalid", problems);
  return {
    format: "plumbline",
    scenarios: file.scenarios.map((s) => ({ ...structuredClone(SCENARIO_DEFAULTS), ...s })),
    comparisonRules: file.comparisonRules ?? [],
    contentRules: file.contentRules ?? [],
    viewports: sizesOf(file.viewports ?? {}),
    needsYou: [],
    noMeaning: [],
    warnings: [],
  };
}

/** Returns the indexes of values that occurred before. */
export function repeated(values: string[]): number[] {
  const seen = new Set<string>();
  return values.flatMap((value, i) => {
    if (seen.has(value)) return [i];
    seen.add(value);
    return [];
  });
}

function repeatedRules(list: string, rules: { scenarioLabel: string; selector: string }[] | undefined): FieldProblem[] {
  return repeated((rules ?? []).map((r) => JSON.stringify([r.scenarioLabel, r.selector]))).map((i) => ({
    path: `${list}[${i}]`,
    message: "repeats the scenario and selector of another rule",
  }));
}

function sizesOf(given: NonNullable<OwnFile["viewports"]>): ViewportSizes {
  return Object.fromEntries(
    VIEWPORT_NAMES.flatMap((name) => (given[name] ? [[name, { ...DEFAULT_VIEWPORTS[name], ...given[name] }]] : [])),
  );
}
