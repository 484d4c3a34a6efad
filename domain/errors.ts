// Errors of the product. Each has a code; only `api/middleware/errors.ts` translates codes to HTTP statuses.

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

/** `details.reason` if the call is valid but the data that it reads does not exist yet. */
export const NOTHING_YET = "nothing_yet";

/** `details.reason` if a concurrent call was faster; the same call may succeed later. */
export const TRY_AGAIN = "try_again";

/** `details.reason` if a session has not expired, but the person lost its access, for example by a new password or role. */
export const SESSION_REVOKED = "session_revoked";

/** `message` is written for the caller and never contains a secret. */
export class ProductError extends Error {
  readonly code: ErrorCode;
  /** Additional fields of the response, such as `retryAfterMs` or field paths. */
  readonly details: Record<string, unknown>;
  /** Whether an agent can recover by itself; undefined for the default of the code. */
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

/** Returns the error for a field of the input. */
export const fieldError = (path: string, message: string): ProductError =>
  new ProductError("validation_error", message, { fields: [{ path, message }] });

/** Returns the error for a field of the input. `rule`: what it must be, such as "must not be empty". */
export const invalidField = (path: string, rule: string): ProductError => fieldError(path, `${path} ${rule}`);

/** Returns the message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
