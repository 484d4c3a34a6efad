// Errors of the product: each has a code; `api/middleware/errors.ts` is the one place that turns codes into HTTP.

export const ERROR_CODES = [
  "validation_error",
  "unauthorized",
  "scope_denied",
  "forbidden",
  "plan_gate",
  "not_found",
  "project_resolution_error",
  "pipeline_blocked",
  "save_failed",
  "conflict",
  "too_large",
  "rate_limit",
  "unavailable",
  "tool_error",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** `details.reason` where nothing is wrong with the call: what it reads is only not there yet. */
export const NOTHING_YET = "nothing_yet";

/** `details.reason` where another one was quicker: the same call may go through later. */
export const TRY_AGAIN = "try_again";

/** `message` is written for the caller; it never holds a secret. */
export class ProductError extends Error {
  readonly code: ErrorCode;
  /** Extra fields of the answer, such as `retryAfterMs` or field paths. */
  readonly details: Record<string, unknown>;
  /** Whether an agent may help itself; undefined: as is usual for the code. */
  readonly recoverable: boolean | undefined;
  constructor(
    code: ErrorCode,
    message: string,
    details: Record<string, unknown> = {},
    { recoverable }: { recoverable?: boolean } = {},
  ) {
    super(message);
    this.name = "ProductError";
    this.code = code;
    this.details = details;
    this.recoverable = recoverable;
  }
}

/** The sentence of any thrown thing. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
