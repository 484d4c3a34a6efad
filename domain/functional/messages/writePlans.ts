// Generates a feature's text from planned scenarios. It contains exactly the steps that ran, with backgrounds and outlines expanded.
import type { PlannedScenario, PlannedStep, StepArgument } from "../plan.ts";

/** Returns a text that compiles to exactly these scenarios, in order. */
export function writePlans(name: string, plans: readonly PlannedScenario[]): string {
  return [`Feature: ${name}`, ...plans.flatMap(scenario), ""].join("\n");
}

const scenario = ({ name, tags, steps }: PlannedScenario): string[] => [
  "",
  ...(tags.length > 0 ? [`  ${tags.join(" ")}`] : []),
  `  Scenario: ${name}`,
  ...steps.flatMap(step),
];

const step = ({ keyword, text, argument }: PlannedStep): string[] => [`    ${keyword} ${text}`, ...below(argument)];

function below(argument: StepArgument | null): string[] {
  if (argument === null) return [];
  if (argument.kind === "table") return argument.rows.map((row) => `      | ${row.map(cell).join(" | ")} |`);
  const { content, mediaType } = argument;
  const lines = content.split("\n").map((line) => (line === "" ? "" : `      ${line.replaceAll('"""', '\\"\\"\\"')}`));
  return [`      """${mediaType ?? ""}`, ...lines, '      """'];
}

const cell = (value: string): string => value.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("\n", "\\n");
