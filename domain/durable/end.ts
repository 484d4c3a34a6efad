// How durable work ends that does not complete.

export type WorkFailure = { cancelled: true } | { cancelled: false; message: string };

/** `by`: who asked; null: it was cancelled in Temporal's own interface. */
export const cancelledBy = (by: string | null): string => `cancelled by ${by ?? "an operator in Temporal"}`;

/** The error that people read. */
export function errorOfFailure(failure: WorkFailure, by: string | null): string {
  return failure.cancelled ? cancelledBy(by) : failure.message;
}
