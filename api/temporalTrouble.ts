// Translates failures between the API and Temporal into the product's messages and error codes.
import { isGrpcServiceError, NamespaceNotFoundError } from "@temporalio/client";
import { messageOf, ProductError } from "../domain/errors.ts";
import { StrangerError } from "../domain/installation.ts";
import { isStorageFull } from "../domain/storageFull.ts";
import { GRPC } from "../platform/temporal/grpc.ts";

/** Retry delay while Temporal is unavailable: about the time of a restart. */
const AWAY_RETRY_MS = 5_000;
/** Retry delay during setup: Temporal caches search attributes for a minute. */
const SETTING_UP_RETRY_MS = 30_000;

type Trouble = { codes: number[]; says?: RegExp; sentence: string; retryAfterMs: number };

/** The first match counts. Callers get `sentence`; details for the operator are in the log. */
const TROUBLES: Trouble[] = [
  {
    codes: [GRPC.unavailable, GRPC.deadline, GRPC.cancelled],
    sentence: "Temporal cannot be reached at the moment.",
    retryAfterMs: AWAY_RETRY_MS,
  },
  {
    codes: [GRPC.invalidArgument],
    says: /search attribute/i,
    sentence: "Temporal does not have the search attributes of this service yet. Try again in a minute.",
    retryAfterMs: SETTING_UP_RETRY_MS,
  },
  {
    codes: [GRPC.permissionDenied, GRPC.unauthenticated],
    sentence: "Temporal refuses this service's credentials: its operator must fix that.",
    retryAfterMs: SETTING_UP_RETRY_MS,
  },
  {
    codes: [GRPC.notFound],
    says: /namespace/i,
    sentence: "Temporal does not have this service's namespace: its operator must fix that.",
    retryAfterMs: SETTING_UP_RETRY_MS,
  },
];

/** Occurs with Temporal's development server, whose database is a file. */
const FULL = {
  sentence: "Temporal could not write: its disk is full. Its operator must free some space.",
  retryAfterMs: SETTING_UP_RETRY_MS,
};

/** Returns ProductError "unavailable" if the error, or any of its causes, is a failure of Temporal or of the connection to it; otherwise null. */
export function troubleOf(error: unknown): ProductError | null {
  if (isStorageFull(error)) return unavailable(FULL, error);
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof StrangerError)
      return unavailable({ sentence: inner.plain, retryAfterMs: SETTING_UP_RETRY_MS }, error);
    const code = codeOf(inner);
    const says = messageOf(inner);
    const trouble = TROUBLES.find((t) => code !== null && t.codes.includes(code) && (!t.says || t.says.test(says)));
    if (trouble) return unavailable(trouble, error);
  }
  return null;
}

function codeOf(error: Error): number | null {
  // The client has its own error class for a missing namespace.
  if (error instanceof NamespaceNotFoundError) return GRPC.notFound;
  if (isGrpcServiceError(error)) return error.code;
  // Before the first connection there is no gRPC error yet.
  return /UNAVAILABLE|ECONNREFUSED|failed to connect/i.test(messageOf(error)) ? GRPC.unavailable : null;
}

function unavailable(
  { sentence, retryAfterMs }: Pick<Trouble, "sentence" | "retryAfterMs">,
  cause: unknown,
): ProductError {
  const error = new ProductError("unavailable", sentence, { retryAfterMs });
  error.cause = cause;
  return error;
}
