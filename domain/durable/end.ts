// Texts for durable work that ends without completing.

export type WorkFailure = { cancelled: true } | { cancelled: false; message: string };

/** `by`: who requested the cancellation; null if it was cancelled in Temporal's own interface. */
export const cancelledBy = (by: string | null): string => `cancelled by ${by ?? "an operator in Temporal"}`;

/** Returns the error that people read. */
export function errorOfFailure(failure: WorkFailure, by: string | null): string {
  return failure.cancelled ? cancelledBy(by) : failure.message;
}
