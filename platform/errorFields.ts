// Converts errors for log lines: JSON alone would turn them into `{}`.

/** `causes`: the chain of causes, nearest first. */
export type ErrorFields = {
  type: string;
  message: string;
  stack?: string;
  causes?: { type: string; message: string }[];
};

/** A longer chain is a cycle, or adds no information. */
const MAX_CAUSES = 8;
/** Maximum length of a stack: a frame has about a hundred characters. */
const MAX_STACK = 4_000;

const typeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  // Temporal's failures have the same name and differ by their type.
  const type = "type" in error && typeof error.type === "string" && error.type !== "" ? error.type : null;
  return type ?? (error.name || error.constructor.name);
};

const messageFrom = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns the information in an error as data. */
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

/** Returns the same fields with every error among them converted to data. */
export function withErrors(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? errorFields(value) : value]),
  );
}
