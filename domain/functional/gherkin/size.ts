// Maximum size of a feature. The expanded size is computed before compiling, because a small text may expand to millions of steps.
import type { Background, Examples, Feature, Scenario, Step } from "@cucumber/messages";
import { sum } from "../../statistics.ts";
import type { GherkinProblem } from "./problem.ts";

export const LIMITS = {
  /** Number of characters of a feature's text. */
  text: 200_000,
  /** Number of characters of one line, and of a step after its outline values are filled in. */
  line: 2_000,
  step: 1_000,
  /** Number of scenarios after outlines are expanded, of steps per scenario including backgrounds, and of steps in the whole feature. */
  scenarios: 500,
  stepsPerScenario: 200,
  steps: 5_000,
  /** Number of columns of an outline's table, and of values filled in: steps and their cells, times rows and columns. */
  columns: 30,
  fillings: 300_000,
  /** Total number of characters of all expanded outlines. */
  unrolled: 4_000_000,
  tagsPerScenario: 50,
} as const;

const MESSAGES = {
  scenarios: `The feature has more than ${LIMITS.scenarios} scenarios, counting each row of an outline. Split it.`,
  steps: `The feature has more than ${LIMITS.steps.toLocaleString("en-US")} steps, counting each row of an outline. Split it.`,
  fillings: "The outlines of the feature have too many rows, columns and table cells together. Split it.",
  unrolled: "The outlines of the feature unroll to too much text. Split it.",
} as const;

type ScenarioNode = { scenario: Scenario; backgrounds: readonly Background[] };

/** Returns what is too large in a feature or ambiguous at run time. `steps`: all steps written in it. */
export function sizeProblems(
  feature: Feature,
  scenarios: readonly ScenarioNode[],
  steps: readonly Step[],
): GherkinProblem[] {
  const problems: GherkinProblem[] = [];
  const total = { scenarios: 0, steps: 0, fillings: 0, unrolled: 0 };
  for (const step of steps)
    if (step.dataTable && step.docString)
      problems.push(problemAt(step, "A step takes a data table or a doc string, not both."));
  for (const { scenario, backgrounds } of scenarios) {
    const own = scenario.steps.length;
    // The backgrounds do not run for a scenario without steps.
    const length = own === 0 ? 0 : own + sum(backgrounds.map((one) => one.steps.length));
    const rows = sum(scenario.examples.map((one) => one.tableBody.length));
    const count = scenario.examples.length === 0 ? 1 : rows;
    total.scenarios += count;
    total.steps += count * length;
    const texts = scenario.steps.flatMap(textsOf);
    for (const examples of scenario.examples) {
      const values = examples.tableBody.flatMap((row) => row.cells.map((cell) => cell.value.length));
      total.fillings += values.length * (texts.length + 1);
      total.unrolled +=
        examples.tableBody.length * sum(texts.map((text) => filledLength(text, Math.max(0, ...values))));
      problems.push(...examplesProblems(examples));
    }
    if (length > LIMITS.stepsPerScenario)
      problems.push(problemAt(scenario, `The scenario has ${length} steps; ${LIMITS.stepsPerScenario} is the most.`));
    if (scenario.tags.length > LIMITS.tagsPerScenario)
      problems.push(problemAt(scenario, `The scenario has more than ${LIMITS.tagsPerScenario} tags.`));
  }
  if (feature.tags.length > LIMITS.tagsPerScenario)
    problems.push(problemAt(feature, `The feature has more than ${LIMITS.tagsPerScenario} tags.`));
  for (const what of ["scenarios", "steps", "fillings", "unrolled"] as const)
    if (total[what] > LIMITS[what]) problems.push(problemAt(feature, MESSAGES[what]));
  return problems;
}

function examplesProblems(examples: Examples): GherkinProblem[] {
  const columns = (examples.tableHeader?.cells ?? []).map((cell) => `<${cell.value}>`);
  if (columns.length > LIMITS.columns)
    return [problemAt(examples, `The examples have ${columns.length} columns; ${LIMITS.columns} is the most.`)];
  // Columns are filled in one after the other, so values that contain column names could grow without limit.
  const cell = examples.tableBody
    .flatMap((row) => row.cells)
    .find(({ value }) => value.includes("<") && columns.some((column) => value.includes(column)));
  return cell ? [problemAt(cell, "A value of the examples cannot refer to a column of the examples.")] : [];
}

function textsOf(step: Step): string[] {
  const cells = step.dataTable?.rows.flatMap((row) => row.cells.map(({ value }) => value)) ?? [];
  return [step.text, ...cells, ...(step.docString ? [step.docString.content] : [])];
}

/** Returns the maximum length of a text if each `<` in it begins a column's name. */
function filledLength(text: string, longestValue: number): number {
  let marks = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) marks += 1;
  return text.length + marks * longestValue;
}

function problemAt({ location }: { location: { line: number; column?: number } }, message: string): GherkinProblem {
  return { line: location.line, column: location.column ?? 1, message };
}
