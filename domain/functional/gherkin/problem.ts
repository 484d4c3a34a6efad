// Problems of a Gherkin text with their location.
import { ProductError } from "../../errors.ts";
import type { Place } from "../plan.ts";

export type GherkinProblem = Place & { message: string };

/** Maximum number of listed problems per text. */
const LISTED = 20;

/** Creates the error for an invalid feature. `details.problems` contains line, column and message. */
export function gherkinRefused(problems: readonly GherkinProblem[]): ProductError {
  const told = problems
    .slice(0, LISTED)
    .map(({ line, column, message }) => `line ${line}, column ${column}: ${message}`);
  if (problems.length > LISTED) told.push(`and ${problems.length - LISTED} more`);
  const list = told.length === 1 ? ` ${told[0]}` : `\n${told.map((one) => `  - ${one}`).join("\n")}`;
  return new ProductError("validation_error", `The Gherkin text cannot be used:${list}`, {
    problems: problems.slice(0, LISTED),
    fields: problems
      .slice(0, LISTED)
      .map(({ line, column, message }) => ({ path: `gherkin:${line}:${column}`, message })),
  });
}
