// Extracts the problems of each field from an error.
import type { ProductError } from "../../domain/errors.ts";
import type { FieldProblem } from "../../domain/import/problems.ts";

/** Returns the fields that the error names, with their problems; if it names none, its message with an empty path. */
export function fieldProblemsOf({ message, details }: ProductError): FieldProblem[] {
  const { fields = [] } = details as { fields?: FieldProblem[] };
  return fields.length > 0 ? fields : [{ path: "", message }];
}
