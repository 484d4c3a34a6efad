// What a refusal says of each field.
import type { ProductError } from "../../domain/errors.ts";
import type { FieldProblem } from "../../domain/import/problems.ts";

/** The fields that the error names with their problems; where it names none, its sentence with an empty path. */
export function fieldProblemsOf({ message, details }: ProductError): FieldProblem[] {
  const { fields = [] } = details as { fields?: FieldProblem[] };
  return fields.length > 0 ? fields : [{ path: "", message }];
}
