import { ProductError } from "../../../domain/errors.ts";

/** Returns the error for a reference that a run cannot be compared with. */
export function refusedReference(message: string): ProductError {
  return new ProductError("validation_error", message, { fields: [{ path: "against", message }] });
}
