// What is wrong with a Gherkin text, and where.
import { ProductError } from "../../errors.ts";
import type { Place } from "../plan.ts";

export type GherkinProblem = Place & { message: string };

/** At most so many problems are told of one text. */
const LISTED = 20;

/** The error of a text that is no feature. `details.problems` has line, column and message. */
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
