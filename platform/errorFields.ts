// How a log line shows an error: JSON alone would make `{}` of it.

/** `causes`: what led to it, the nearest first. */
export type ErrorFields = {
  type: string;
  message: string;
  stack?: string;
  causes?: { type: string; message: string }[];
};

/** A longer chain is a circle, or tells nothing more. */
const MAX_CAUSES = 8;
/** Characters of a stack: a frame is about a hundred. */
const MAX_STACK = 4_000;

const typeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  // Temporal's failures are named alike and differ by their type.
  const type = "type" in error && typeof error.type === "string" && error.type !== "" ? error.type : null;
  return type ?? (error.name || error.constructor.name);
};

const messageFrom = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What is known of an error, as data. */
export function errorFields(error: Error): ErrorFields {
  const causes: { type: string; message: string }[] = [];
  const seen = new Set<unknown>([error]);
  let cause: unknown = error.cause;
  while (cause !== undefined && cause !== null && !seen.has(cause) && causes.length < MAX_CAUSES) {
    seen.add(cause);
    causes.push({ type: typeOf(cause), message: messageFrom(cause) });
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return {
    type: typeOf(error),
    message: error.message,
    ...(error.stack && { stack: error.stack.slice(0, MAX_STACK) }),
    ...(causes.length > 0 && { causes }),
  };
}

/** The same fields with every error among them as data. */
export function withErrors(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? errorFields(value) : value]),
  );
}
